package dev.holdfast.torture.workload;

import dev.holdfast.schema.Schema;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Recorder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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

  /** How many items and events somebody works on. */
  public long underWay() throws SQLException {
    return rows(TablesSql.UNDER_WAY).get(0).get(0);
  }

  /** Writes down what is there at the end, in the order in which it was written. */
  public void readEnd(Recorder recorder, OutsideResource outside) throws SQLException {
    read(recorder, TablesSql.JOURNAL, "");
    for (OutsideResource.Accepted write : outside.accepted()) {
      Facts facts = Facts.NONE.withFence(write.fence()).withValue(write.value());
      recorder.note(CLIENT, Kind.READ_END, write.resource(), facts, Kind.OUTSIDE.name());
    }
    read(recorder, TablesSql.VERSIONS, Kind.VERSION_UPDATE.name());
    read(recorder, TablesSql.COUNTS, Kind.ROW_UPDATE.name());
    read(recorder, TablesSql.ITEMS, Kind.COMPLETE.name());
  }

  private void read(Recorder recorder, String sql, String about) throws SQLException {
    try (Connection connection = source.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      while (row.next()) {
        Facts facts = Facts.NONE.withFence(row.getLong(2)).withValue(row.getLong(3));
        recorder.note(CLIENT, Kind.READ_END, row.getString(1), facts, about);
      }
    }
  }

  /** What only the tables can tell: the items whose effect is there twice. */
  public List<String> complaints() throws SQLException {
    List<String> found = new ArrayList<>();
    rows(TablesSql.TWICE).forEach(r -> found.add("item " + r.get(0) + " was done twice"));
    return found;
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
