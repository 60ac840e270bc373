package dev.holdfast.samples;

import static dev.holdfast.version.Assignments.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.version.ETag;
import dev.holdfast.version.IfMatch;
import dev.holdfast.version.RowResult;
import dev.holdfast.version.RowUpdate;
import dev.holdfast.version.VersionedRow;
import dev.holdfast.version.VersionedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/guide/versions.md. */
class VersionSamplesTest {

  /** What a servlet has, as far as the page needs it. */
  private record Exchange(Map<String, String> headers) {

    String getHeader(String name) {
      return Objects.requireNonNull(headers.get(name), name);
    }

    void setHeader(String name, String value) {
      headers.put(name, value);
    }
  }

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private Holdfast holdfast;

  @BeforeEach
  void createTable() {
    lab.sql()
        .run(
            """
            create table applications (
              id bigint primary key, note text, status text, fee integer, visits integer default 0,
              updated_at timestamptz not null default '2026-01-01T00:00:00.000001Z');
            insert into applications (id) values (1), (2), (42), (43);
            """);
    lab.sql().run(Pages.block("docs/guide/versions.md", "sql"));
    holdfast = lab.open();
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("read, write; decide and write; in a transaction; many rows")
  void rows() throws SQLException {
    VersionedTable applications = holdfast.versions().table("applications", "id");

    VersionedRow row = applications.find(42).orElseThrow();
    Version next =
        applications.update(42, row.version().number(), set("note", "checked").and("fee", 12));
    assertThat(next.number()).isEqualTo(2);

    applications.change(42, current -> set("visits", current.number("visits") + 1));
    assertThat(applications.find(42).orElseThrow().number("visits")).isEqualTo(1);

    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      applications.in(connection).update(42, 3, set("note", "checked"));
      holdfast.transactions().run(tx -> applications.in(tx).update(43, 1, set("note", "new")));
      connection.commit();
    }

    List<RowResult> results =
        applications.updateAll(
            List.of(
                RowUpdate.of(1, 1, set("status", "CLOSED")),
                RowUpdate.of(2, 1, set("status", "CLOSED"))));
    assertThat(results).hasSize(2).allMatch(RowResult.Updated.class::isInstance);
  }

  @Test
  @DisplayName("by time")
  void time() {
    Instant seen = Instant.parse("2026-01-01T00:00:00.000001Z");
    VersionedTable byTime =
        holdfast.versions().table("applications", "id").withTimeColumn("updated_at");
    byTime.update(42, seen, set("note", "checked"));
    assertThatThrownBy(() -> byTime.update(42, seen, set("note", "late")))
        .isInstanceOf(StaleVersionException.class);
  }

  @Test
  @DisplayName("ETag and If-Match")
  void http() {
    VersionedTable applications = holdfast.versions().table("applications", "id");
    VersionedRow row = applications.find(42).orElseThrow();
    Exchange response = new Exchange(new HashMap<>());
    Exchange request = new Exchange(Map.of("If-Match", "\"1\""));

    response.setHeader("ETag", ETag.of(row.version()).toString());
    VersionCheck seen = IfMatch.required(request.getHeader("If-Match"));
    applications.update(42, seen, set("note", "checked"));

    assertThat(response.getHeader("ETag")).isEqualTo("\"1\"");
    assertThatThrownBy(() -> applications.update(42, seen, set("note", "late")))
        .isInstanceOf(StaleVersionException.class);
  }
}
