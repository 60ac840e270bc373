package dev.holdfast.examples.permitworkflow;

import dev.holdfast.RowMissingException;
import dev.holdfast.examples.permitworkflow.PermitApplication.Assignment;
import dev.holdfast.examples.permitworkflow.PermitApplication.Content;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Applications as stored, to be read and made. */
@Repository
class Applications {

  private final JdbcTemplate jdbc;

  Applications(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  PermitApplication create(Content content) {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            WorkflowSql.CREATE,
            Applications::application,
            content.citizen(),
            content.title(),
            content.details()));
  }

  PermitApplication find(long id) {
    return jdbc.query(WorkflowSql.FIND, Applications::application, id).stream()
        .findFirst()
        .orElseThrow(() -> new RowMissingException("applications " + id));
  }

  List<Map<String, Object>> transitions(long id) {
    return jdbc.queryForList(WorkflowSql.TRANSITIONS, id);
  }

  private static PermitApplication application(ResultSet row, int no) throws SQLException {
    return new PermitApplication(
        row.getLong("id"),
        new Content(row.getString("citizen"), row.getString("title"), row.getString("details")),
        State.valueOf(row.getString("state")),
        new Assignment(row.getString("desk"), row.getString("assigned_to")),
        row.getLong("row_version"));
  }
}
