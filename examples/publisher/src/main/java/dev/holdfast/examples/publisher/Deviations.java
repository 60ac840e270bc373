package dev.holdfast.examples.publisher;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Items as stored. */
@Repository
class Deviations {

  private final JdbcTemplate jdbc;

  Deviations(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** The id of the new item. */
  String schedule(String title, @Nullable Instant at) {
    String id = "dev-" + UUID.randomUUID();
    jdbc.update(DeviationSql.SCHEDULE, id, title, at == null ? null : Timestamp.from(at));
    return id;
  }

  Optional<Deviation> find(String id) {
    return jdbc.query(DeviationSql.FIND, Deviations::deviation, id).stream().findFirst();
  }

  /** How many items there are in each status. */
  Map<String, Long> count() {
    Map<String, Long> counts = new TreeMap<>();
    jdbc.query(
        DeviationSql.COUNT,
        row -> {
          counts.put(row.getString("status"), row.getLong("items"));
        });
    return counts;
  }

  private static Deviation deviation(ResultSet row, int no) throws SQLException {
    return new Deviation(
        row.getString("id"),
        row.getString("title"),
        row.getString("status"),
        row.getString("executionLockId"),
        row.getInt("executionVersion"));
  }
}
