package dev.holdfast.server.watch;

import dev.holdfast.InvalidRequestException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Who held what when, a lane a resource. Read from the history, not from events. */
public final class Timeline {
  private static final int MOST_LANES = 500;

  private final Reads reads;

  Timeline(DataSource dataSource) {
    this.reads = new Reads(dataSource);
  }

  /** The leases of a resource, by fence; 200 at most, the newest. */
  public record Lane(String resource, List<Hold> holds) {
    public Lane {
      holds = List.copyOf(holds);
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
    return found.entrySet().stream().map(lane -> new Lane(lane.getKey(), lane.getValue())).toList();
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
