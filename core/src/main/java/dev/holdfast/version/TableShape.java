package dev.holdfast.version;

import dev.holdfast.Identifier;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.Version;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a versioned table looks like: its name, its key, and the column that keeps the version. */
record TableShape(Identifier table, List<Identifier> keys, Identifier version, boolean byTime) {

  private static final int MOST_KEYS = 32; // what an index of PostgreSQL can have

  TableShape {
    keys = List.copyOf(keys);
    if (keys.isEmpty() || keys.size() > MOST_KEYS || new HashSet<>(keys).size() < keys.size()) {
      throw new InvalidRequestException(
          "the key of " + table.name() + " needs one or more columns, each once: " + keys);
    }
    if (keys.contains(version)) {
      throw new InvalidRequestException(
          "the version column " + version + " of " + table.name() + " can't be part of its key");
    }
  }

  static TableShape of(String table, List<String> keys) {
    return new TableShape(
        Identifier.table(table),
        keys.stream().map(Identifier::column).toList(),
        Identifier.column("row_version"),
        false);
  }

  /** A row, for messages. */
  String describe(List<String> key) {
    return "row " + Values.shown(key) + " of " + table.name();
  }

  /** What a write makes of the version, as an expression over the row {@code t}. */
  String next() {
    // A clock may stand still or go back between two writes; the version may not.
    return byTime
        ? "greatest(clock_timestamp(), t." + version + " + interval '1 microsecond')"
        : "t." + version + " + 1";
  }

  /** What a new row begins with. */
  String first() {
    return byTime ? "clock_timestamp()" : "1";
  }

  /** The version in a result; null for SQL's null. */
  @Nullable Version read(ResultSet row, int column) throws SQLException {
    if (byTime) {
      OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
      return time == null ? null : Version.of(time.toInstant());
    }
    long number = row.getLong(column);
    return row.wasNull() ? null : Version.of(number);
  }

  /** Whether a version is of the kind that this table has. */
  boolean has(Version some) {
    return some instanceof Version.Time == byTime;
  }

  void refuseOtherKind(Version some) {
    if (!has(some)) {
      throw new InvalidRequestException(
          "%s is versioned by the %s in %s: %s is none"
              .formatted(table.name(), byTime ? "time" : "number", version.name(), some));
    }
  }
}
