package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VersionPlanTest {

  // As a condition on the row it was looked at first, for each row of a small table: PostgreSQL
  // reads those without an index.
  @Test
  @DisplayName("V3: the lock timeout is set once, before the rows of a small table are read")
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
          VersionSql.UPDATE
              .formatted("small", "note = 'y', row_version = 2", "t.id = 7", "row_version", "id")
              .replaceFirst("\\?", "'1000'")
              .replaceFirst("\\?", "1");
      String plan =
          String.join(
              "\n",
              lab.sql().column("explain (costs off) " + update).stream()
                  .map(Objects::requireNonNull)
                  .toList());
      assertThat(plan)
          .contains("Seq Scan on small", "One-Time Filter:")
          .doesNotContain("set_config");
      assertThat(lab.sql().column("explain (verbose, costs off) " + update))
          .filteredOn(line -> line != null && line.contains("set_config"))
          .as("the subquery alone has it")
          .hasSize(1);
    }
  }
}
