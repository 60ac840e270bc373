package dev.holdfast.policy.file;

import dev.holdfast.policy.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value of the file with its place. What it is not becomes a problem, and is left out. */
final class YamlValue {
  private final Node node;
  private final Problems problems;

  YamlValue(Node node, Problems problems) {
    this.node = node;
    this.problems = problems;
  }

  Position at() {
    return YamlSource.at(node.getStartMark());
  }

  void problem(String message) {
    problems.add(at(), message);
  }

  boolean isScalar() {
    return node instanceof ScalarNode;
  }

  /** Whether this is the word for what is not yet decided. */
  boolean isOpen() {
    return node instanceof ScalarNode scalar && scalar.getValue().equals("TBD");
  }

  Optional<String> text() {
    if (!(node instanceof ScalarNode scalar)) {
      problem("A text is needed here, not a " + kind() + ".");
    } else if (!node.getTag().equals(Tag.STR)) {
      problem("A text is needed here: put " + shown(scalar) + " in quotes.");
    } else if (scalar.getValue().isBlank()) {
      problem("A text is needed here, and this is empty.");
    } else {
      return Optional.of(scalar.getValue().strip());
    }
    return Optional.empty();
  }

  Optional<Boolean> yesOrNo() {
    return scalar(Tag.BOOL, "true or false is needed here").map(Boolean::valueOf);
  }

  /** A whole number that is not negative. */
  Optional<Integer> number() {
    return scalar(Tag.INT, "A whole number from 0 to 999 is needed here")
        .flatMap(
            digits -> {
              if (digits.matches("[0-9]{1,3}")) {
                return Optional.of(Integer.valueOf(digits));
              }
              problem("A whole number from 0 to 999 is needed here, not " + digits + ".");
              return Optional.empty();
            });
  }

  List<YamlValue> list() {
    List<YamlValue> values = new ArrayList<>();
    if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(each -> values.add(new YamlValue(each, problems)));
    } else {
      problem("A list is needed here, not a " + kind() + ".");
    }
    return values;
  }

  List<String> texts() {
    return list().stream().flatMap(value -> value.text().stream()).toList();
  }

  /** Its entries; none where it is not a mapping. */
  YamlMapping mapping() {
    if (node instanceof MappingNode mapping) {
      return YamlMapping.of(mapping, problems);
    }
    problem("Keys with values are needed here, not a " + kind() + ".");
    return YamlMapping.empty(at(), problems);
  }

  private Optional<String> scalar(Tag tag, String need) {
    if (node instanceof ScalarNode scalar && node.getTag().equals(tag)) {
      return Optional.of(scalar.getValue());
    }
    problem(need + ", not " + (node instanceof ScalarNode s ? shown(s) : "a " + kind()) + ".");
    return Optional.empty();
  }

  private String kind() {
    return node instanceof SequenceNode ? "list" : node instanceof MappingNode ? "mapping" : "text";
  }

  private static String shown(ScalarNode scalar) {
    return scalar.getValue().isEmpty() ? "nothing" : scalar.getValue();
  }
}
