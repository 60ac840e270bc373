package dev.holdfast.policy.file;

import dev.holdfast.policy.Nearest;
import dev.holdfast.policy.Position;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Keys and values of the file, in its order; keys are texts, each there once. */
final class YamlMapping {

  /** A key with its place, and its value. */
  record Entry(String key, Position at, YamlValue value) {}

  private final Position at;
  private final Problems problems;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  private YamlMapping(Position at, Problems problems) {
    this.at = at;
    this.problems = problems;
  }

  static YamlMapping empty(Position at, Problems problems) {
    return new YamlMapping(at, problems);
  }

  static YamlMapping of(MappingNode node, Problems problems) {
    YamlMapping mapping = new YamlMapping(YamlSource.at(node.getStartMark()), problems);
    node.getValue().forEach(mapping::add);
    return mapping;
  }

  private void add(NodeTuple tuple) {
    Node key = tuple.getKeyNode();
    Position keyAt = YamlSource.at(key.getStartMark());
    if (!(key instanceof ScalarNode scalar) || !key.getTag().equals(Tag.STR)) {
      problems.add(keyAt, "A key is a text: put it in quotes.");
      return;
    }
    String name = scalar.getValue();
    Entry entry = new Entry(name, keyAt, new YamlValue(tuple.getValueNode(), problems));
    Entry first = entries.putIfAbsent(name, entry);
    if (name.isBlank()) {
      problems.add(keyAt, "A key is needed here, and this is empty.");
    } else if (first != null) {
      problems.add(keyAt, "The key " + name + " is there already, at " + first.at() + ".");
    }
  }

  /** Each key that is not one of these is a problem. */
  YamlMapping allow(String... keys) {
    List<String> allowed = List.of(keys);
    for (Entry entry : entries.values()) {
      if (!allowed.contains(entry.key())) {
        problems.add(
            entry.at(),
            "Unknown key %s.%s The keys here are %s."
                .formatted(
                    entry.key(), Nearest.hint(entry.key(), allowed), String.join(", ", allowed)));
      }
    }
    return this;
  }

  Position at() {
    return at;
  }

  /** All of them, in the order of the file. */
  List<Entry> entries() {
    return List.copyOf(entries.values());
  }

  Optional<YamlValue> get(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  /** One that must be there. */
  Optional<YamlValue> need(String key) {
    if (!entries.containsKey(key)) {
      problems.add(at, "The key " + key + " is missing here.");
    }
    return get(key);
  }

  String text(String key) {
    return get(key).flatMap(YamlValue::text).orElse("");
  }

  List<String> texts(String key) {
    return get(key).filter(value -> !value.isOpen()).map(YamlValue::texts).orElse(List.of());
  }

  boolean yes(String key) {
    return get(key).flatMap(YamlValue::yesOrNo).orElse(false);
  }
}
