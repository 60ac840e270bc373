package dev.holdfast.lease;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reports as arguments of their functions, and what those answer. */
final class ReportCall {

  private ReportCall() {}

  /** The rows of whichever statement of the call has rows. */
  static List<Deadlocks.Edge> edges(PreparedStatement statement) throws SQLException {
    List<Deadlocks.Edge> edges = new ArrayList<>();
    boolean rows = statement.execute();
    while (rows || statement.getUpdateCount() != -1) {
      if (rows) {
        try (ResultSet row = statement.getResultSet()) {
          while (row.next()) {
            edges.add(edge(row));
          }
        }
      }
      rows = statement.getMoreResults();
    }
    return edges;
  }

  private static Deadlocks.Edge edge(ResultSet row) throws SQLException {
    return new Deadlocks.Edge(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getObject(4, Long.class),
        new Deadlocks.Waits(row.getString(5), instant(row, 6), row.getTimestamp(7).toInstant()),
        row.getTimestamp(8).toInstant());
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    Timestamp timestamp = row.getTimestamp(column);
    return timestamp == null ? null : timestamp.toInstant();
  }

  static void bind(PreparedStatement statement, List<Incidents.Incident> incidents, long now)
      throws SQLException {
    Long[] ages =
        incidents.stream()
            .map(incident -> Math.max(TimeUnit.NANOSECONDS.toMillis(now - incident.at()), 0))
            .toArray(Long[]::new);
    Long[] fences = incidents.stream().map(Incidents.Incident::fence).toArray(Long[]::new);
    statement.setObject(1, ages);
    statement.setObject(2, texts(incidents, incident -> incident.kind().code));
    statement.setObject(3, texts(incidents, Incidents.Incident::resource));
    statement.setObject(4, fences);
    statement.setObject(5, texts(incidents, Incidents.Incident::holder));
    statement.setObject(6, texts(incidents, Incidents.Incident::detail));
  }

  private static @Nullable String[] texts(
      List<Incidents.Incident> incidents, Function<Incidents.Incident, @Nullable String> text) {
    @Nullable String[] texts = new String[incidents.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text.apply(incidents.get(i));
    }
    return texts;
  }
}
