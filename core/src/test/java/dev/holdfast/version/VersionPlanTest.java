package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VersionPlanTest {

  // As a condition on the row it was looked at first, for each row of a small table: PostgreSQL
  // reads those without an index.
  @Test
  @DisplayName(
      "V3: the lock timeout is set at the row that is written, at no other of a small table")
  void once() {
    try (Lab lab = new Lab(Isolation.READ_COMMITTED)) {
      lab.sql()
          .run(
              """
              create table small (id integer primary key, note text, row_version bigint not null);
              insert into small select n, 'x', 1 from generate_series(1, 100) as n;
              analyze small
              """);
      String update =
          new Statements(TableShape.of("small", List.of("id")))
              .update(List.of("note"))
              .replaceFirst("\\?", "'y'")
              .replaceFirst("\\?", "'1000'")
              .replaceFirst("\\?", "7")
              .replaceFirst("\\?", "1");
      List<@Nullable String> plan = lab.sql().column("explain (verbose, costs off) " + update);
      assertThat(plan)
          .anyMatch(line -> line != null && line.contains("Seq Scan on public.small"))
          .filteredOn(line -> line != null && line.contains("set_config"))
          .as("in what the scan answers, below the update and above its filter")
          .hasSize(1)
          .allMatch(line -> line != null && line.startsWith("        Output: "));
    }
  }
}
