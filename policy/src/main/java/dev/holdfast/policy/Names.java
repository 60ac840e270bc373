package dev.holdfast.policy;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads names of tables, as SQL would write them. */
final class Names {
  private static final String PART = "(?:[\\p{L}_][\\p{L}\\p{N}_$]{0,62}|\"(?:[^\"]|\"\"){1,63}\")";
  private static final Pattern TABLE = Pattern.compile(PART + "(?:\\." + PART + ")?");

  private Names() {}

  /** Of all tables, without their schemas. */
  static List<String> all(Policy policy) {
    return Places.inOrder(policy.clusters()).stream().map(table -> table.name().name()).toList();
  }

  static Optional<TableName> table(YamlValue value) {
    return value
        .text()
        .flatMap(
            text -> {
              if (TABLE.matcher(text).matches()) {
                return Optional.of(TableName.of(text));
              }
              value.problem(
                  text + " is not a table's name: write orders, sales.orders or '\"Orders\"'.");
              return Optional.empty();
            });
  }
}
