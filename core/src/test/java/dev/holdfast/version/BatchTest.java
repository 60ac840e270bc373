package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.RowMissingException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.support.Crowd;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchTest extends Applications {

  @Test
  @DisplayName("V1 V2: of each row of a batch it is said whether it was written, stale or missing")
  void results() {
    List<RowResult> results =
        applications.updateAll(
            List.of(
                RowUpdate.of(9, 1, note("c")),
                RowUpdate.of(2, 5, note("b")),
                RowUpdate.of(1, 7, note("a"))));
    assertThat(results)
        .containsExactly(
            new RowResult.Missing(9),
            new RowResult.Stale(2, Version.of(5), Version.of(1)),
            new RowResult.Updated(1, Version.of(8)));
    assertThat(note(1)).isEqualTo("a");
    assertThat(note(2)).isEqualTo("old");
    assertThat(applications.updateAll(List.of())).isEmpty();
  }

  @Test
  @DisplayName("V2: all or nothing: one stale or missing row, and none is written")
  void allOrNothing() {
    assertThatThrownBy(
            () ->
                applications.updateAllOrNothing(
                    List.of(RowUpdate.of(1, 7, note("a")), RowUpdate.of(2, 5, note("b")))))
        .isInstanceOfSatisfying(
            StaleVersionException.class,
            e -> {
              assertThat(e.key()).isEqualTo("2");
              assertThat(e.actual()).isEqualTo(Version.of(1));
            });
    assertThatThrownBy(
            () ->
                applications.updateAllOrNothing(
                    List.of(RowUpdate.of(1, 7, note("a")), RowUpdate.of(9, 5, note("b")))))
        .isInstanceOf(RowMissingException.class);
    assertThat(note(1)).isEqualTo("old");
    assertThat(
            applications.updateAllOrNothing(
                List.of(RowUpdate.of(2, 1, note("b")), RowUpdate.of(1, 7, note("a")))))
        .containsExactly(Version.of(2), Version.of(8));
  }

  @Test
  @DisplayName("V2: a batch that waited for another writer sees what this one wrote")
  void staleAfterWait() throws Exception {
    Connection other = begun("update applications set row_version = row_version + 1 where id = 1");
    Future<List<RowResult>> late =
        waiting(
            () ->
                applications.updateAll(
                    List.of(RowUpdate.of(1, 7, note("a")), RowUpdate.of(2, 1, note("b")))));
    other.commit();
    assertThat(late.get())
        .containsExactly(
            new RowResult.Stale(1, Version.of(7), Version.of(8)),
            new RowResult.Updated(2, Version.of(2)));
  }

  @Test
  @DisplayName("V4: batches over the same rows in any order: no deadlock, no lost update")
  void noDeadlock() {
    lab.sql()
        .run(
            """
            insert into applications (id, row_version)
            select id, 1 from generate_series(100, 139) as id
            """);
    long[] written = new long[8];
    Crowd.of(8)
        .run(
            no -> {
              Random random = new Random(no);
              for (int round = 0; round < 10; round++) {
                List<RowUpdate> rows = new ArrayList<>();
                for (long id : LongStream.range(100, 140).toArray()) {
                  rows.add(RowUpdate.of(id, round + 1L, Assignments.set("visits", no)));
                }
                Collections.shuffle(rows, random);
                written[no] +=
                    applications.updateAll(rows).stream()
                        .filter(RowResult.Updated.class::isInstance)
                        .count();
              }
            });
    assertThat(lab.sql().number("select sum(row_version - 1) from applications where id >= 100"))
        .isEqualTo(LongStream.of(written).sum())
        .isPositive();
  }

  @Test
  @DisplayName("V1: batches write any column type; a value that is too long is not cut")
  void types() {
    applications.updateAll(
        List.of(
            RowUpdate.of(
                1,
                7,
                Assignments.set("data", "{\"a\": 1}")
                    .and("mood", "sad")
                    .and("tags", List.of("x", "y"))
                    .and("note", null))));
    VersionedRow row = applications.find(1).orElseThrow();
    assertThat(row.text("data")).isEqualTo("{\"a\": 1}");
    assertThat(row.text("mood")).isEqualTo("sad");
    assertThat(row.get("tags")).isEqualTo(List.of("x", "y"));
    assertThat(row.get("note")).isNull();
    assertThatThrownBy(
            () ->
                applications.updateAll(
                    List.of(RowUpdate.of(1, 8, Assignments.set("short", "long")))))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("too long");
  }

  @Test
  @DisplayName("V1: a batch that says two things at once is refused before anything is sent")
  void refused() {
    assertThatThrownBy(
            () ->
                applications.updateAll(
                    List.of(RowUpdate.of(1, 7, note("a")), RowUpdate.of(1L, 7, note("b")))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("each row once");
    assertThatThrownBy(
            () ->
                applications.updateAll(
                    List.of(
                        RowUpdate.of(1, 7, note("a")),
                        RowUpdate.of(2, 1, Assignments.set("visits", 1)))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("same columns");
    assertThatThrownBy(
            () ->
                applications.updateAll(Collections.nCopies(10_001, RowUpdate.of(1, 7, note("a")))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("split it");
  }
}
