package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.RowMissingException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimeVersionTest extends Applications {

  private static final Instant SEEN = Instant.parse("2026-01-01T00:00:00.000001Z");

  private VersionedTable table;

  @BeforeEach
  void byTime() {
    table = applications.withTimeColumn("updated_at");
  }

  @Test
  @DisplayName("V5: updated_at as the version: compared to the microsecond, written with the time")
  void updates() {
    Instant next = table.update(1, SEEN, note("new")).time();
    assertThat(next).isAfter(SEEN);
    assertThat(stored()).isEqualTo(next);
    assertThat(note(1)).isEqualTo("new");
    assertThatThrownBy(() -> table.update(1, next.plusNanos(1_000), note("newer")))
        .isInstanceOfSatisfying(
            StaleVersionException.class, e -> assertThat(e.actual()).isEqualTo(Version.of(next)));
    assertThatThrownBy(() -> table.update(9, SEEN, note("newer")))
        .isInstanceOf(RowMissingException.class);
    table.delete(1, next);
    assertThat(table.find(1)).isEmpty();
  }

  @Test
  @DisplayName("V5: the version rises even if the clock went back: by a microsecond")
  void clockBack() {
    Instant ahead = Instant.parse("2999-01-01T00:00:00.999999Z");
    lab.sql()
        .run("update applications set updated_at = ?::timestamptz where id = 1", ahead.toString());
    assertThat(table.update(1, ahead, note("new")).time()).isEqualTo(ahead.plusNanos(1_000));
    RowResult again =
        table.updateAll(List.of(RowUpdate.of(1, ahead.plusNanos(1_000), note("newer")))).get(0);
    assertThat(again).isEqualTo(new RowResult.Updated(1, Version.of(ahead.plusNanos(2_000))));
  }

  @Test
  @DisplayName("V5: a new row begins with the time; who waited for a writer is stale")
  void insertAndRace() throws Exception {
    Instant first = table.insert(3, note("new").and("row_version", 1)).time();
    Connection other = begun("update applications set updated_at = clock_timestamp() where id = 3");
    Future<Version> late = waiting(() -> table.update(3, first, note("late")));
    other.commit();
    assertThat(failure(late)).isInstanceOf(StaleVersionException.class);
  }

  @Test
  @DisplayName("V5: what can't be a version is refused: finer times, numbers, coarse columns")
  void refused() {
    assertThatThrownBy(() -> table.update(1, SEEN.plusNanos(1), note("new")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("microseconds");
    assertThatThrownBy(() -> table.update(1, 7, note("new")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("versioned by the time in updated_at");
    assertThatThrownBy(() -> applications.update(1, SEEN, note("new")))
        .isInstanceOf(InvalidRequestException.class);
    for (String coarse : List.of("timestamptz(3)", "timestamp")) {
      lab.sql().run("alter table applications alter column updated_at type " + coarse);
      VersionedTable fresh = applications.withTimeColumn("updated_at");
      assertThatThrownBy(() -> fresh.update(1, SEEN, note("new")))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("to the microsecond");
    }
    assertThat(note(1)).isEqualTo("old");
  }

  private Instant stored() {
    return (Instant) Objects.requireNonNull(table.find(1).orElseThrow().get("updated_at"));
  }
}
