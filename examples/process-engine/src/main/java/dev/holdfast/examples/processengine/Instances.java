package dev.holdfast.examples.processengine;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Instances and their history, as stored. */
@Repository
class Instances {

  private final JdbcTemplate jdbc;

  Instances(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  Instance create() {
    return Objects.requireNonNull(jdbc.queryForObject(InstanceSql.CREATE, Instances::instance));
  }

  Optional<Instance> find(long id) {
    return jdbc.query(InstanceSql.FIND, Instances::instance, id).stream().findFirst();
  }

  void move(long id, Step step) {
    jdbc.update(InstanceSql.MOVE, step.toTask().name(), id);
    jdbc.update(
        InstanceSql.RECORD,
        id,
        step.fromTask().name(),
        step.toTask().name(),
        Long.parseLong(step.fence()),
        step.lockedBy());
  }

  List<Step> history(long id) {
    return jdbc.query(InstanceSql.HISTORY, Instances::step, id);
  }

  private static Instance instance(ResultSet row, int no) throws SQLException {
    return new Instance(row.getLong("id"), Task.valueOf(row.getString("current_task")));
  }

  private static Step step(ResultSet row, int no) throws SQLException {
    return new Step(
        Task.valueOf(row.getString("from_task")),
        Task.valueOf(row.getString("to_task")),
        row.getString("fence"),
        row.getString("locked_by"),
        row.getTimestamp("at").toInstant());
  }
}
