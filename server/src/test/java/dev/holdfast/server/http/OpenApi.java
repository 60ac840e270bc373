package dev.holdfast.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The OpenAPI document, and whether an answer is as it says. */
final class OpenApi {
  private static final Map<?, ?> DOCUMENT = read();

  private OpenApi() {}

  static Map<?, ?> paths() {
    return map(DOCUMENT.get("paths"));
  }

  static Map<?, ?> resolved(@Nullable Object node) {
    Map<?, ?> found = map(node);
    Object reference = found.get("$ref");
    if (reference == null) {
      return found;
    }
    Object at = DOCUMENT;
    for (String step : reference.toString().substring(2).split("/", -1)) {
      at = map(at).get(step);
    }
    return resolved(at);
  }

  /** What is wrong with an answer; empty: it is as the document says. */
  static List<String> complaints(String template, String method, Client.Reply reply) {
    Map<?, ?> operation = map(map(paths().get(template)).get(method.toLowerCase(Locale.ROOT)));
    Map<?, ?> responses = map(operation.get("responses"));
    Object described = responses.get(Integer.toString(reply.status()));
    if (described == null) {
      boolean error = reply.status() >= 400 && responses.containsKey("default");
      if (!error) {
        return List.of(reply.status() + " is not among the answers of " + method + " " + template);
      }
      described = responses.get("default");
    }
    return content(resolved(described), reply);
  }

  private static List<String> content(Map<?, ?> response, Client.Reply reply) {
    Object content = response.get("content");
    if (content == null) {
      return reply.body().isEmpty() ? List.of() : List.of("there should be no body");
    }
    String type = reply.header("content-type").orElse("none").replaceFirst(";.*", "");
    Object described = map(content).get(type);
    if (described == null) {
      return List.of(type + " is not one of " + map(content).keySet());
    }
    Object schema = map(described).get("schema");
    List<String> found = new ArrayList<>();
    if (schema != null) {
      check(resolved(schema), reply.json(), "", found);
    }
    return found;
  }

  private static void check(
      Map<?, ?> schema, @Nullable Object value, String at, List<String> found) {
    if (schema.get("oneOf") instanceof List<?> choices) {
      long fitting =
          choices.stream()
              .filter(
                  choice -> {
                    List<String> complaints = new ArrayList<>();
                    check(resolved(choice), value, at, complaints);
                    return complaints.isEmpty();
                  })
              .count();
      if (fitting != 1) {
        found.add(at + " fits " + fitting + " of " + choices.size() + " choices");
      }
      return;
    }
    Object type = schema.get("type");
    List<?> types = type instanceof List<?> many ? many : List.of(String.valueOf(type));
    if (!types.contains(typeOf(value)) && !(types.contains("number") && value instanceof Number)) {
      found.add(at + " is " + typeOf(value) + ", not " + types);
    } else if (value instanceof Map<?, ?> object) {
      members(schema, object, at, found);
    } else if (value instanceof List<?> list) {
      for (Object item : list) {
        check(resolved(schema.get("items")), item, at + "[]", found);
      }
    } else if (value instanceof String text) {
      text(schema, text, at, found);
    }
  }

  private static void members(Map<?, ?> schema, Map<?, ?> object, String at, List<String> found) {
    Map<?, ?> properties =
        schema.get("properties") == null ? Map.of() : map(schema.get("properties"));
    if (schema.get("required") instanceof List<?> required) {
      required.stream()
          .filter(name -> !object.containsKey(name))
          .forEach(name -> found.add(at + "." + name + " is missing"));
    }
    object.forEach(
        (name, value) -> {
          Object known = properties.get(name);
          Object others = schema.get("additionalProperties");
          if (known != null) {
            check(resolved(known), value, at + "." + name, found);
          } else if (others instanceof Map<?, ?> other) {
            check(other, value, at + "." + name, found);
          } else if (Boolean.FALSE.equals(others)) {
            found.add(at + "." + name + " is not in the document");
          }
        });
  }

  private static void text(Map<?, ?> schema, String text, String at, List<String> found) {
    if (schema.get("enum") instanceof List<?> values && !values.contains(text)) {
      found.add(at + " is " + text + ", not one of " + values);
    }
    if (schema.get("pattern") instanceof String pattern && !text.matches(pattern)) {
      found.add(at + " is " + text + ", not like " + pattern);
    }
    if ("date-time".equals(schema.get("format"))
        && !text.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z")) {
      found.add(at + " is " + text + ", no time with milliseconds");
    }
  }

  private static String typeOf(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Map) {
      return "object";
    }
    if (value instanceof List) {
      return "array";
    }
    if (value instanceof Boolean) {
      return "boolean";
    }
    if (value instanceof Number) {
      return value instanceof Long ? "integer" : "number";
    }
    return "string";
  }

  static Map<?, ?> map(@Nullable Object node) {
    if (node instanceof Map<?, ?> map) {
      return map;
    }
    throw new AssertionError("not an object: " + node);
  }

  private static Map<?, ?> read() {
    try (InputStream in = OpenApi.class.getResourceAsStream("/openapi.yaml")) {
      return map(new Load(LoadSettings.builder().build()).loadFromInputStream(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
