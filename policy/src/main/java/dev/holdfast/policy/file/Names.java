package dev.holdfast.policy.file;

import dev.holdfast.policy.TableName;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads names of tables, as SQL would write them. */
final class Names {
  private static final String PART = "(?:[\\p{L}_][\\p{L}\\p{N}_$]{0,62}|\"(?:[^\"]|\"\"){1,63}\")";
  private static final Pattern TABLE = Pattern.compile(PART + "(?:\\." + PART + ")?");

  private Names() {}

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
