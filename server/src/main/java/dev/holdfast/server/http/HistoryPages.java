package dev.holdfast.server.http;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The leases of a resource, the newest first, a page at a time. */
final class HistoryPages {
  private static final int MOST = 1_000;

  private final Backend backend;

  HistoryPages(Backend backend) {
    this.backend = backend;
  }

  Answer page(Exchange exchange) {
    String name = exchange.resource();
    int limit = exchange.query("limit", 100, 1, MOST);
    Long before = exchange.query("cursor").map(HistoryPages::before).orElse(null);
    List<Map<String, @Nullable Object>> found =
        Query.run(
            backend.pool(),
            "reading the history of " + name,
            ServiceSql.HOLDS,
            row -> hold(name, row),
            name,
            before,
            limit + 1);
    List<Map<String, @Nullable Object>> page = found.subList(0, Math.min(limit, found.size()));
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("items", page);
    members.put(
        "next", found.size() > limit ? String.valueOf(page.get(limit - 1).get("fence")) : null);
    return Answer.json(200, members);
  }

  private static Long before(String cursor) {
    if (!cursor.matches("\\d{1,18}")) {
      throw HttpProblem.invalid("the cursor is not one of this list: use next of the page before");
    }
    return Long.valueOf(cursor);
  }

  private static Map<String, @Nullable Object> hold(String name, ResultSet row)
      throws SQLException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("resource", name);
    members.put("fence", row.getLong("fence"));
    members.put("holder", row.getString("holder"));
    members.put("since", row.getTimestamp("locked_at").toInstant());
    members.put("until", row.getTimestamp("locked_until").toInstant());
    members.put("ended", row.getString("ending") == null ? null : ended(row));
    members.put("tail", row.getString("tail_kind") == null ? null : tail(row));
    members.put("attributes", Query.pairs(row.getArray("pairs")));
    return members;
  }

  private static Map<String, @Nullable Object> ended(ResultSet row) throws SQLException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("kind", row.getString("ending"));
    members.put("at", row.getTimestamp("ended_at").toInstant());
    if (row.getString("ended_by") != null) {
      members.put("by", row.getString("ended_by"));
      members.put("reason", row.getString("reason"));
    }
    return members;
  }

  /** The holder was seen still at work until then. */
  private static Map<String, @Nullable Object> tail(ResultSet row) throws SQLException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("until", row.getTimestamp("tail_until").toInstant());
    members.put("kind", row.getString("tail_kind"));
    return members;
  }
}
