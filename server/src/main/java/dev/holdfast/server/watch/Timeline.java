package dev.holdfast.server.watch;

import dev.holdfast.InvalidRequestException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Who held what when, a lane a resource. Read from the history, not from events. */
public final class Timeline {
  private static final int MOST_LANES = 500;

  private final Reads reads;

  Timeline(DataSource dataSource) {
    this.reads = new Reads(dataSource);
  }

  /**
   * A resource.
   *
   * @param holds its leases, by fence; 200 at most, the newest
   * @param incidents what went wrong, the oldest first
   */
  public record Lane(String resource, List<Hold> holds, List<Incident> incidents) {
    public Lane {
      holds = List.copyOf(holds);
      incidents = List.copyOf(incidents);
    }

    /** Until when the holder of this lease was seen at work after its end; null: not. */
    public Hold.@Nullable Tail tail(Hold hold) {
      Hold.Ended ended = hold.ended();
      Hold.Tail tail = null;
      for (Incident incident : incidents) {
        Long fence = incident.fence();
        if (ended != null
            && fence != null
            && fence == hold.fence()
            && incident.isTail()
            && incident.at().isAfter(ended.at())) {
          tail = new Hold.Tail(incident.at(), incident.kind());
        }
      }
      return tail;
    }
  }

  /** Between two times: resources that are waited for first, then where leases ended badly. */
  public List<Lane> between(Instant from, Instant to, EventFilter filter, int lanes) {
    if (!from.isBefore(to)) {
      throw new InvalidRequestException("from must be before to, not " + from + " and " + to);
    }
    if (lanes < 1 || lanes > MOST_LANES) {
      throw new InvalidRequestException("1 to " + MOST_LANES + " lanes, not " + lanes);
    }
    Map<String, List<Hold>> found = new LinkedHashMap<>();
    reads.all(
        "reading the timeline",
        WatchSql.TIMELINE,
        row -> found.computeIfAbsent(row.getString(1), name -> new ArrayList<>()).add(hold(row)),
        filter.prefix(),
        Reads.Column.ofTexts(filter.allowed()),
        from,
        to,
        lanes);
    Map<String, List<Incident>> incidents = incidents(found.keySet(), from, to);
    return found.entrySet().stream()
        .map(
            lane ->
                new Lane(
                    lane.getKey(),
                    lane.getValue(),
                    incidents.getOrDefault(lane.getKey(), List.of())))
        .toList();
  }

  private Map<String, List<Incident>> incidents(Set<String> resources, Instant from, Instant to) {
    Map<String, List<Incident>> found = new HashMap<>();
    reads.all(
        "reading incidents",
        WatchSql.INCIDENTS,
        row ->
            found.computeIfAbsent(row.getString(1), name -> new ArrayList<>()).add(incident(row)),
        Reads.Column.ofTexts(List.copyOf(resources)),
        from,
        to);
    return found;
  }

  private static Incident incident(ResultSet row) throws SQLException {
    return new Incident(
        Reads.instant(row, 2),
        row.getString(3),
        Reads.longOrNull(row, 4),
        row.getString(5),
        row.getString(6));
  }

  private static Hold hold(ResultSet row) throws SQLException {
    Hold.Span span = new Hold.Span(Reads.instant(row, 4), Reads.instant(row, 5));
    return new Hold(row.getLong(2), row.getString(3), span, ended(row), Reads.pairs(row, 10));
  }

  private static Hold.@Nullable Ended ended(ResultSet row) throws SQLException {
    String kind = row.getString(7);
    return kind == null
        ? null
        : new Hold.Ended(kind, Reads.instant(row, 6), row.getString(8), row.getString(9));
  }
}
