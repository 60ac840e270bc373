package dev.holdfast.policy.file;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** As much of JSON Schema as ours uses; a keyword that it does not know is an error. */
final class SchemaValidator {
  private static final List<String> WORDS = List.of("$schema", "title", "description", "$defs");
  private final Map<?, ?> root;

  SchemaValidator(String schema) {
    this.root = map(load(schema));
  }

  static @Nullable Object load(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  boolean accepts(String yaml) {
    return accepts(root, load(yaml));
  }

  static Map<?, ?> map(@Nullable Object value) {
    return (Map<?, ?>) Objects.requireNonNull(value);
  }

  private boolean accepts(@Nullable Object schema, @Nullable Object value) {
    Map<?, ?> keywords = map(schema);
    return keywords.entrySet().stream().allMatch(e -> keyword(keywords, e, value));
  }

  private boolean keyword(Map<?, ?> schema, Map.Entry<?, ?> entry, @Nullable Object value) {
    Object says = entry.getValue();
    String keyword = (String) entry.getKey();
    return switch (keyword) {
      case "$ref" -> accepts(definition((String) says), value);
      case "type" -> isOf((String) says, value);
      case "const" -> says.equals(value);
      case "enum" -> ((List<?>) says).contains(value);
      case "not" -> !accepts(says, value);
      case "anyOf" -> ((List<?>) says).stream().anyMatch(each -> accepts(each, value));
      case "pattern" ->
          !(value instanceof String text) || Pattern.compile((String) says).matcher(text).find();
      case "minimum" -> !(value instanceof Integer n) || n >= (Integer) says;
      case "maximum" -> !(value instanceof Integer n) || n <= (Integer) says;
      case "items" ->
          !(value instanceof List<?> list) || list.stream().allMatch(v -> accepts(says, v));
      case "required" ->
          !(value instanceof Map<?, ?> map) || ((List<?>) says).stream().allMatch(map::containsKey);
      case "propertyNames" ->
          !(value instanceof Map<?, ?> map)
              || map.keySet().stream().allMatch(k -> accepts(says, k));
      case "properties" -> !(value instanceof Map<?, ?> map) || properties((Map<?, ?>) says, map);
      case "additionalProperties" -> !(value instanceof Map<?, ?> map) || others(schema, says, map);
      default -> {
        if (!WORDS.contains(keyword)) {
          throw new IllegalArgumentException(keyword);
        }
        yield true;
      }
    };
  }

  private boolean properties(Map<?, ?> says, Map<?, ?> value) {
    return says.entrySet().stream()
        .allMatch(
            e -> !value.containsKey(e.getKey()) || accepts(e.getValue(), value.get(e.getKey())));
  }

  private boolean others(Map<?, ?> schema, Object says, Map<?, ?> value) {
    Object named = schema.get("properties");
    return value.entrySet().stream()
        .filter(e -> !(named instanceof Map<?, ?> map && map.containsKey(e.getKey())))
        .allMatch(e -> !says.equals(false) && accepts(says, e.getValue()));
  }

  private @Nullable Object definition(String ref) {
    return map(root.get("$defs")).get(ref.replace("#/$defs/", ""));
  }

  private static boolean isOf(String type, @Nullable Object value) {
    return switch (type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "integer" -> value instanceof Integer;
      case "boolean" -> value instanceof Boolean;
      default -> throw new IllegalArgumentException(type);
    };
  }
}
