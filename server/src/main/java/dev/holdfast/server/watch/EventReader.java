package dev.holdfast.server.watch;

import dev.holdfast.server.watch.WatchEvent.Subject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Events as they are kept. */
final class EventReader {
  private final Reads reads;

  EventReader(DataSource dataSource) {
    this.reads = new Reads(dataSource);
  }

  /**
   * Where events begin and end.
   *
   * @param last the number of the last one told
   * @param pruned those up to here are gone
   * @param lookedMillisAgo how old the last look is; null: there never was one
   */
  record State(long last, long pruned, @Nullable Long lookedMillisAgo) {}

  State state() {
    return reads
        .all(
            "asking where events are",
            WatchSql.STATE,
            row -> new State(row.getLong(1), row.getLong(2), Reads.longOrNull(row, 3)))
        .get(0);
  }

  List<WatchEvent> after(long seq, int limit) {
    return reads.all("reading events", WatchSql.EVENTS, EventReader::event, seq, limit);
  }

  private static WatchEvent event(ResultSet row) throws SQLException {
    String resource = row.getString(4);
    Subject subject =
        resource == null ? null : new Subject(resource, Reads.longOrNull(row, 5), row.getString(6));
    return new WatchEvent(
        row.getLong(1), Reads.instant(row, 2), row.getString(3), subject, Reads.pairs(row, 7));
  }
}
