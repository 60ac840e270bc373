package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.RowExistsException;
import dev.holdfast.RowMissingException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Others write at the same time. */
class VersionRaceTest extends Applications {

  private static final String OTHER_WRITES =
      "update applications set note = 'other', row_version = row_version + 1 where id = 1";

  @Test
  @DisplayName("V2: who waited for another writer hears the version that this one wrote")
  void staleAfterWait() throws Exception {
    Connection other = begun(OTHER_WRITES);
    Future<Version> late = waiting(() -> applications.update(1, 7, note("late")));
    other.commit();
    assertThat(failure(late))
        .isInstanceOfSatisfying(
            StaleVersionException.class, e -> assertThat(e.actual()).isEqualTo(Version.of(8)));
    assertThat(note(1)).isEqualTo("other");
  }

  @Test
  @DisplayName("V2: who waited for a delete hears that the row is missing")
  void missingAfterWait() throws Exception {
    Connection other = begun("delete from applications where id = 1");
    Future<Version> late = waiting(() -> applications.update(1, 7, note("late")));
    other.commit();
    assertThat(failure(late)).isInstanceOf(RowMissingException.class);
  }

  @Test
  @DisplayName("V1: who waited for a writer that rolled back, or did not change it, gets through")
  void throughAfterWait() throws Exception {
    Connection other = begun(OTHER_WRITES);
    Future<Version> late = waiting(() -> applications.update(1, 7, note("late")));
    other.rollback();
    assertThat(late.get()).isEqualTo(Version.of(8));

    Connection toucher = begun("update applications set visits = 1 where id = 1");
    Future<Version> next = waiting(() -> applications.update(1, 8, note("next")));
    toucher.commit();
    assertThat(next.get()).isEqualTo(Version.of(9));
    assertThat(applications.find(1).orElseThrow().number("visits")).isEqualTo(1);
  }

  @Test
  @DisplayName("V1: whatever version there is: repeated on another's write, refused without a row")
  void anyVersion() throws Exception {
    Connection other = begun(OTHER_WRITES);
    Future<Version> late =
        waiting(() -> applications.update(1, VersionCheck.current(), note("late")));
    other.commit();
    assertThat(late.get()).isEqualTo(Version.of(9));
    assertThatThrownBy(() -> applications.delete(9, VersionCheck.current()))
        .isInstanceOf(RowMissingException.class);
  }

  @Test
  @DisplayName("V1: an insert that waited for another of the same key says that it exists")
  void insertAfterWait() throws Exception {
    Connection other = begun("insert into applications (id, row_version) values (3, 1)");
    Future<Version> late = waiting(() -> applications.insert(3, note("late")));
    other.commit();
    assertThat(failure(late)).isInstanceOf(RowExistsException.class);
  }

  @Test
  @DisplayName("V1: a write whose connection broke before its answer came is unknown, not failed")
  void lostAnswer() throws Exception {
    begun("select from applications where id = 1 for update");
    Future<Version> late = waiting(() -> applications.update(1, 7, note("late")));
    lab.sql()
        .run(
            """
            select pg_terminate_backend(pid)
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
            """);
    assertThat(failure(late))
        .isInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("row 1 of applications");
  }

  @Test
  @DisplayName("V3: no write waits longer than its timeout behind a row lock")
  void bounded() throws SQLException {
    begun("select from applications where id = 1 for update");
    begun("insert into applications (id, row_version) values (3, 1)");
    VersionedTable hasty = applications.withLockTimeout(Duration.ofMillis(300));
    timesOut("row 1 of applications", () -> hasty.update(1, 7, note("new")));
    timesOut("row 1 of applications", () -> hasty.delete(1, 7));
    timesOut("row 3 of applications", () -> hasty.insert(3, note("new")));
    timesOut(
        "2 rows of applications",
        () ->
            hasty.updateAll(
                List.of(RowUpdate.of(1, 7, note("new")), RowUpdate.of(2, 1, note("new")))));
    timesOut("row 1 of applications", () -> hasty.change(1, row -> note("new")));
    assertThat(note(2)).isEqualTo("old");
  }

  private static void timesOut(String what, ThrowingCallable write) {
    long start = System.nanoTime();
    assertThatThrownBy(write)
        .isInstanceOf(LockTimeoutException.class)
        .hasMessageContaining("modified by another operation")
        .hasMessageContaining(what);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(295), Duration.ofMillis(4_500)); // the default is 5 s
  }
}
