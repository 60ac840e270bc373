package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.RowMissingException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.support.Crowd;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LostUpdateTest extends Applications {

  private static final int WRITERS = 200;
  private static final ChangeOptions PATIENT =
      ChangeOptions.defaults().withDeadline(Duration.ofSeconds(150));

  @Test
  @DisplayName("V4: 200 writers of two processes change one row at once: no update is lost")
  void change() {
    VersionedTable[] tables = {pooled(), pooled()};
    Crowd.of(WRITERS)
        .run(
            no ->
                tables[no % 2].change(
                    1, PATIENT, row -> Assignments.set("visits", row.number("visits") + 1)));
    assertThat(applications.find(1).orElseThrow().number("visits")).isEqualTo(WRITERS);
    assertThat(version(1)).isEqualTo(Version.of(7 + WRITERS));
  }

  @Test
  @DisplayName("V4: … nor if each retries on its own when told that it is stale")
  void retriedByCaller() {
    VersionedTable[] tables = {pooled(), pooled()};
    Crowd.of(WRITERS).run(no -> increment(tables[no % 2]));
    assertThat(applications.find(1).orElseThrow().number("visits")).isEqualTo(WRITERS);
  }

  @Test
  @DisplayName("V4: … nor with updated_at as the version")
  void byTime() {
    VersionedTable[] tables = {
      pooled().withTimeColumn("updated_at"), pooled().withTimeColumn("updated_at")
    };
    Crowd.of(WRITERS / 4)
        .run(
            no ->
                tables[no % 2].change(
                    1, PATIENT, row -> Assignments.set("visits", row.number("visits") + 1)));
    assertThat(applications.find(1).orElseThrow().number("visits")).isEqualTo(WRITERS / 4);
  }

  @Test
  @DisplayName("V4: a change is bounded: by attempts, by its deadline, by an interrupt")
  void bounded() {
    AtomicInteger calls = new AtomicInteger();
    RowChange<RuntimeException> overtaken =
        row -> {
          calls.incrementAndGet();
          applications.update(1, row.version().number(), note("other"));
          return note("mine");
        };
    ChangeOptions twice = ChangeOptions.defaults().withMaxAttempts(2);
    assertThatThrownBy(() -> applications.change(1, twice, overtaken))
        .isInstanceOf(StaleVersionException.class);
    assertThat(calls.get()).isEqualTo(2);
    ChangeOptions soon = ChangeOptions.defaults().withDeadline(Duration.ofMillis(300));
    assertThatThrownBy(() -> applications.change(1, soon, overtaken))
        .isInstanceOf(StaleVersionException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> applications.change(1, overtaken))
        .isInstanceOf(WaitInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(note(1)).isEqualTo("other");
  }

  @Test
  @DisplayName("V4: a change that has nothing to write writes nothing; a missing row is missing")
  void nothing() {
    assertThat(applications.change(1, row -> Assignments.none())).isEqualTo(Version.of(7));
    assertThat(version(1)).isEqualTo(Version.of(7));
    assertThatThrownBy(() -> applications.change(9, row -> note("new")))
        .isInstanceOf(RowMissingException.class);
  }

  private static void increment(VersionedTable table) {
    for (int attempt = 0; attempt < 5_000; attempt++) {
      VersionedRow row = table.find(1).orElseThrow();
      try {
        table.update(
            1, row.version().number(), Assignments.set("visits", row.number("visits") + 1));
        return;
      } catch (StaleVersionException e) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(20_000_000));
      }
    }
    throw new AssertionError("never got through");
  }

  private VersionedTable pooled() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(lab.dataSource());
    config.setMaximumPoolSize(8);
    config.setConnectionTimeout(150_000); // a hundred stand in line for them
    HikariDataSource pool = lab.closing(new HikariDataSource(config));
    return lab.open(pool, HoldfastSettings.defaults()).versions().table("applications", "id");
  }
}
