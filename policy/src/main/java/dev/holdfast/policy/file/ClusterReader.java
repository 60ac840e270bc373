package dev.holdfast.policy.file;

import dev.holdfast.policy.About;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Cluster.Kind;
import dev.holdfast.policy.Nearest;
import dev.holdfast.policy.PolicyTable;
import dev.holdfast.policy.TableRule;
import dev.holdfast.policy.file.YamlMapping.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads clusters and their tables. */
final class ClusterReader {
  static final String REPORTING = "reporting";

  private ClusterReader() {}

  static Cluster cluster(Entry entry) {
    YamlMapping body = entry.value().mapping().allow("title", "note", "order", "alone", "tables");
    if (entry.key().equals(REPORTING)) {
      entry
          .value()
          .problem("A cluster is not called reporting: use the key reporting of the file.");
    }
    boolean alphabetical = body.get("order").map(ClusterReader::alphabetical).orElse(false);
    Kind kind = body.yes("alone") ? Kind.ALONE : Kind.ORDINARY;
    About about = new About(body.text("title"), body.text("note"), entry.at());
    String name = entry.key().isBlank() ? "?" : entry.key();
    return new Cluster(name, kind, alphabetical, tables(body), about);
  }

  static Cluster reporting(YamlValue value) {
    YamlMapping body = value.mapping().allow("note", "tables");
    About about = new About("Reporting", body.text("note"), value.at());
    return new Cluster(REPORTING, Kind.REPORTING, false, tables(body), about);
  }

  private static boolean alphabetical(YamlValue value) {
    String word = value.text().orElse("listed");
    if (!List.of("listed", "alphabetical").contains(word)) {
      value.problem(
          "The order is listed or alphabetical, not %s.%s"
              .formatted(word, Nearest.hint(word, List.of("listed", "alphabetical"))));
    }
    return word.equals("alphabetical");
  }

  private static List<PolicyTable> tables(YamlMapping body) {
    List<PolicyTable> tables = new ArrayList<>();
    for (YamlValue value : body.need("tables").map(YamlValue::list).orElse(List.of())) {
      table(value).ifPresent(tables::add);
    }
    return tables;
  }

  /** Either a name or a mapping with a name, a rule and a note. */
  private static Optional<PolicyTable> table(YamlValue value) {
    if (value.isScalar()) {
      return Names.table(value)
          .map(name -> new PolicyTable(name, TableRule.ANYBODY, new About("", "", value.at())));
    }
    YamlMapping body = value.mapping().allow("name", "rule", "note");
    TableRule rule = body.get("rule").map(ClusterReader::rule).orElse(TableRule.ANYBODY);
    return body.need("name")
        .flatMap(Names::table)
        .map(name -> new PolicyTable(name, rule, new About("", body.text("note"), value.at())));
  }

  private static TableRule rule(YamlValue value) {
    String word = value.text().orElse(TableRule.ANYBODY.word());
    return Arrays.stream(TableRule.values())
        .filter(rule -> rule.word().equals(word))
        .findFirst()
        .orElseGet(() -> unknownRule(value, word));
  }

  private static TableRule unknownRule(YamlValue value, String word) {
    List<String> words = Arrays.stream(TableRule.values()).map(TableRule::word).toList();
    value.problem(
        "Unknown rule %s.%s A table's rule is %s."
            .formatted(
                word, Nearest.hint(word, words), words.stream().collect(Collectors.joining(", "))));
    return TableRule.ANYBODY;
  }
}
