package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.Problem;
import dev.holdfast.RequestFailedException;
import dev.holdfast.RowExistsException;
import dev.holdfast.RowMissingException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.support.LossyDataSource;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VersionUpdateTest extends Applications {

  private enum Mood {
    glad
  }

  @Test
  @DisplayName("V1: the expected version: the row is written, its version is one more, and told")
  void updates() {
    assertThat(applications.update(1, 7, note("new"))).isEqualTo(Version.of(8));
    assertThat(note(1)).isEqualTo("new");
    assertThat(version(1)).isEqualTo(Version.of(8));
    assertThat(note(2)).as("another row").isEqualTo("old");
    assertThat(applications.update(1, 8, Assignments.none()).number()).isEqualTo(9);
  }

  @Test
  @DisplayName("V1: values of any column type, null among them")
  void types() {
    UUID ref = UUID.randomUUID();
    Instant due = Instant.parse("2026-03-01T12:00:00.123456Z");
    applications.update(
        1,
        7,
        Assignments.set("data", "{\"a\": [1, \"ü\"]}")
            .and("ref", ref)
            .and("mood", Mood.glad)
            .and("tags", List.of("a", "b \"c\"\\", "null"))
            .and("due", due)
            .and("visits", new BigDecimal("12"))
            .and("note", null));
    VersionedRow row = applications.find(1).orElseThrow();
    assertThat(row.version()).isEqualTo(Version.of(8));
    assertThat(row.get("data")).isEqualTo("{\"a\": [1, \"ü\"]}");
    assertThat(row.get("ref")).isEqualTo(ref);
    assertThat(row.text("mood")).isEqualTo("glad");
    assertThat(row.get("tags")).isEqualTo(List.of("a", "b \"c\"\\", "null"));
    assertThat(row.get("due")).isEqualTo(due);
    assertThat(row.number("visits")).isEqualTo(12);
    assertThat(row.get("note")).isNull();
  }

  @Test
  @DisplayName("V2: another version: stale, with expected and actual, and nothing is written")
  void stale() {
    assertThatThrownBy(() -> applications.update(1, 6, note("new")))
        .isInstanceOfSatisfying(
            StaleVersionException.class,
            e -> {
              assertThat(e.table()).isEqualTo("applications");
              assertThat(e.key()).isEqualTo("1");
              assertThat(e.expected().versions()).containsExactly(Version.of(6));
              assertThat(e.actual()).isEqualTo(Version.of(7));
            })
        .hasMessageContainingAll("row 1 of applications", "expected version 6", "is 7 now");
    assertThat(note(1)).isEqualTo("old");
    assertThat(version(1)).isEqualTo(Version.of(7));
  }

  @Test
  @DisplayName("V2: a missing row is not a stale one, for updates and deletes alike")
  void missing() {
    assertThatThrownBy(() -> applications.update(9, 7, note("new")))
        .isInstanceOf(RowMissingException.class)
        .hasMessageContainingAll("row 9", "applications");
    assertThatThrownBy(() -> applications.delete(9, 7)).isInstanceOf(RowMissingException.class);
  }

  @Test
  @DisplayName("V1 V2: a delete goes on from a version, too")
  void deletes() {
    assertThatThrownBy(() -> applications.delete(1, 6)).isInstanceOf(StaleVersionException.class);
    assertThat(applications.find(1)).isPresent();
    applications.delete(1, 7);
    assertThat(applications.find(1)).isEmpty();
    assertThatThrownBy(() -> applications.update(1, 7, note("new")))
        .isInstanceOf(RowMissingException.class);
  }

  @Test
  @DisplayName("V1: a new row begins with version 1; a key that is taken is said so")
  void inserts() {
    assertThat(applications.insert(3, note("new"))).isEqualTo(Version.of(1));
    assertThat(applications.update(3, 1, note("newer"))).isEqualTo(Version.of(2));
    assertThatThrownBy(() -> applications.insert(3, note("again")))
        .isInstanceOf(RowExistsException.class)
        .hasMessageContaining("row 3");
    assertThat(note(3)).isEqualTo("newer");
  }

  @Test
  @DisplayName("V1: a key of several columns, of several types, in a schema of its own")
  void compositeKey() {
    lab.sql()
        .run(
            """
            drop schema if exists "Sales Dept" cascade;
            create schema "Sales Dept";
            create table "Sales Dept".lines (
              ref uuid, no int, "Text" text, v smallint not null, primary key (ref, no))
            """);
    VersionedTable lines =
        lab.open().versions().table("Sales Dept.lines", "ref", "no").withVersionColumn("v");
    UUID ref = UUID.randomUUID();
    assertThat(lines.insert(List.of(ref, 1), Assignments.set("Text", "a")).number()).isEqualTo(1);
    assertThat(lines.update(List.of(ref, 1), 1, Assignments.set("Text", "b")).number())
        .isEqualTo(2);
    assertThatThrownBy(() -> lines.update(List.of(ref, 2), 1, Assignments.none()))
        .isInstanceOf(RowMissingException.class)
        .hasMessageContaining("(" + ref + ", 2)");
    assertThatThrownBy(() -> lines.update(ref, 1, Assignments.none()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("List with a value for each");
  }

  @Test
  @DisplayName("V2: what keeps a row as it is, a trigger say, is named; it does not pass as stale")
  void suppressed() {
    lab.sql()
        .run(
            """
            create or replace function keep() returns trigger language plpgsql as
              'begin return null; end';
            create trigger keep before update on applications
              for each row execute function keep();
            """);
    assertThatThrownBy(() -> applications.update(1, 7, note("new")))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("trigger");
  }

  @Test
  @DisplayName("V1: names can't smuggle SQL in, values can't be cut or changed silently")
  void hostile() {
    assertThatThrownBy(() -> applications.update(1, 7, Assignments.set("note\" = '' --", "x")))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> applications.update(1, 7, Assignments.set("row_version", 1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("rises by itself");
    assertThatThrownBy(() -> applications.update(1, 7, Assignments.set("id", 3)))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> note("half \ud83d")).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> note("nul \0")).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> applications.update(1, 7, Assignments.set("short", "long")))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("too long");
    assertThatThrownBy(() -> applications.update(1, 7, Assignments.set("nothing", 1)))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> applications.update(1, 7, Assignments.set("note", new Object())))
        .isInstanceOf(InvalidRequestException.class);
    String quotes = "'; drop table applications; --";
    applications.update(1, 7, Assignments.of(Map.of("note", quotes)));
    assertThat(note(1)).isEqualTo(quotes);
  }

  @Test
  @DisplayName("a database that is away is told as that, not as a refusal: 503")
  void databaseAway() {
    LossyDataSource lossy = new LossyDataSource(lab.dataSource());
    Holdfast holdfast = lab.open(lossy.dataSource(), HoldfastSettings.defaults());
    VersionedTable table = holdfast.versions().table("applications", "id");
    assertThat(table.find(1)).isPresent();
    lossy.loseNextAnswerTo("applications");
    assertThatThrownBy(() -> table.find(1))
        .isInstanceOfSatisfying(
            RequestFailedException.class,
            e -> {
              assertThat(e.isDatabaseAway()).isTrue();
              assertThat(Problem.of(e).status()).isEqualTo(503);
            })
        .hasMessageContainingAll("row 1 of applications", "the database is away", "try again");
  }

  @Test
  @DisplayName("a refusal is one, and not a matter of trying again")
  void refused() {
    assertThatThrownBy(() -> applications.update(1, 7, Assignments.set("visits", "many")))
        .isInstanceOfSatisfying(
            RequestFailedException.class,
            e -> {
              assertThat(e.isDatabaseAway()).isFalse();
              assertThat(Problem.of(e).status()).isEqualTo(500);
            })
        .hasMessageContaining("PostgreSQL refused it");
  }
}
