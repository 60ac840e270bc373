package dev.holdfast.policy.file;

import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Exemption.Scope;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Nearest;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import java.nio.file.FileSystems;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/** Reads the rules for helpers, and exemptions from rules. */
final class RuleReader {
  private RuleReader() {}

  static Helpers helpers(YamlValue value) {
    YamlMapping body = value.mapping().allow("packages", "per-transaction", "one-table");
    int most = body.get("per-transaction").flatMap(YamlValue::number).orElse(0);
    return new Helpers(body.texts("packages"), most, body.yes("one-table"));
  }

  static Exemption exemption(YamlValue value) {
    YamlMapping body =
        value.mapping().allow("rule", "tables", "operations", "files", "reason", "until");
    String rule = body.need("rule").flatMap(RuleReader::rule).orElse("");
    List<TableName> tables =
        body.get("tables").map(YamlValue::list).orElse(List.of()).stream()
            .flatMap(table -> Names.table(table).stream())
            .toList();
    List<String> files =
        body.get("files").map(YamlValue::list).orElse(List.of()).stream()
            .flatMap(file -> RuleReader.glob(file).stream())
            .toList();
    Scope scope = new Scope(tables, body.texts("operations"), files);
    LocalDate until = body.get("until").flatMap(RuleReader::date).orElse(null);
    return new Exemption(rule, scope, body.text("reason"), until, value.at());
  }

  private static Optional<String> rule(YamlValue value) {
    return value
        .text()
        .flatMap(
            id -> {
              if (Rule.of(id).isEmpty()) {
                value.problem(
                    "Unknown rule %s.%s The rules are %s."
                        .formatted(
                            id, Nearest.hint(id, Rule.ids()), String.join(", ", Rule.ids())));
              }
              return Rule.of(id).map(Rule::id);
            });
  }

  private static Optional<String> glob(YamlValue value) {
    return value
        .text()
        .flatMap(
            text -> {
              try {
                FileSystems.getDefault().getPathMatcher("glob:" + text);
                return Optional.of(text);
              } catch (IllegalArgumentException e) {
                value.problem(text + " is no pattern of paths: write **/legacy/*.java.");
                return Optional.empty();
              }
            });
  }

  private static Optional<LocalDate> date(YamlValue value) {
    return value
        .text()
        .flatMap(
            text -> {
              try {
                return Optional.of(LocalDate.parse(text));
              } catch (DateTimeParseException e) {
                value.problem(text + " is not a day: write it as 2030-12-31.");
                return Optional.empty();
              }
            });
  }
}
