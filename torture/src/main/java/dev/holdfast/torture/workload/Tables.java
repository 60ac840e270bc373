package dev.holdfast.torture.workload;

import dev.holdfast.schema.Schema;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Recorder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/** The tables of the workload: made at the beginning, read at the end. */
public final class Tables {
  private static final String CLIENT = "end";

  private final DataSource source;

  public Tables(DataSource source) {
    this.source = source;
  }

  public void create() throws SQLException {
    Schema.of(source).apply();
    try (Connection connection = source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(TablesSql.CREATE);
      statement.execute(ClaimWork.TABLE.ddl());
    }
  }

  /** How many items and events nobody has finished yet. */
  public long pending() throws SQLException {
    return rows(TablesSql.PENDING).get(0).get(0);
  }

  /** Writes down what is there at the end, in the order in which it was written. */
  public void readEnd(Recorder recorder, OutsideResource outside) throws SQLException {
    Map<String, Boolean> seen = new HashMap<>();
    try (Connection connection = source.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(TablesSql.JOURNAL)) {
      while (row.next()) {
        Facts facts = Facts.NONE.withFence(row.getLong(2)).withValue(row.getLong(3));
        recorder.note(CLIENT, Kind.READ_END, row.getString(1), facts, "");
        seen.put(row.getString(1), true);
      }
    }
    for (OutsideResource.Accepted write : outside.accepted()) {
      Facts facts = Facts.NONE.withFence(write.fence()).withValue(write.value());
      recorder.note(CLIENT, Kind.READ_END, write.resource(), facts, "OUTSIDE");
      seen.put(write.resource() + " OUTSIDE", true);
    }
    for (int i = 1; i <= TablesSql.RESOURCES; i++) {
      for (String note : List.of("", "OUTSIDE")) {
        if (!seen.containsKey(("r/" + i + " " + note).strip())) {
          recorder.note(CLIENT, Kind.READ_END, "r/" + i, Facts.NONE, note);
        }
      }
    }
  }

  /**
   * What only the tables can tell: an effect that is there twice, and versions, counts and
   * completions that were acknowledged and are gone.
   */
  public List<String> complaints(History history, boolean durable) throws SQLException {
    List<String> found = new ArrayList<>();
    rows(TablesSql.TWICE).forEach(r -> found.add("item " + r.get(0) + " was done twice"));
    if (durable) {
      Map<String, Long> last = lastNumbers();
      Set<Long> done = new HashSet<>();
      rows(TablesSql.DONE).forEach(r -> done.add(r.get(0)));
      history.operations().stream()
          .filter(o -> o.isOk() && isGone(o, last, done))
          .forEach(o -> found.add("acknowledged and gone: " + o.begin().line()));
    }
    return found;
  }

  private static boolean isGone(Operation operation, Map<String, Long> last, Set<Long> done) {
    long value = operation.facts().value();
    return switch (operation.kind()) {
      case VERSION_UPDATE, ROW_UPDATE -> last.getOrDefault(operation.resource(), 0L) < value;
      case COMPLETE -> !done.contains(value);
      default -> false;
    };
  }

  private Map<String, Long> lastNumbers() throws SQLException {
    Map<String, Long> last = new HashMap<>();
    for (String sql : List.of(TablesSql.VERSIONS, TablesSql.COUNTS)) {
      try (Connection connection = source.getConnection();
          var statement = connection.createStatement();
          var row = statement.executeQuery(sql)) {
        while (row.next()) {
          last.put(row.getString(1), row.getLong(2));
        }
      }
    }
    return last;
  }

  private List<List<Long>> rows(String sql) throws SQLException {
    List<List<Long>> rows = new ArrayList<>();
    try (Connection connection = source.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows.add(List.of(row.getLong(1)));
      }
    }
    return rows;
  }
}
