package dev.holdfast.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.SchemaException;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Prepared;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClaimTableTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @BeforeEach
  void createTable() {
    lab.sql()
        .run(
            "drop table if exists parcel; create table parcel (id bigint primary key, status text)");
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("C1: a table without the columns is told which are missing, and what prints them")
  void missingColumns() {
    assertThatThrownBy(() -> lab.open().claims(ClaimTable.of("parcel", "id")))
        .isInstanceOf(SchemaException.class)
        .hasMessageContainingAll(
            "column \"lock_id\" is missing",
            "column \"locked_at\" is missing",
            "column \"execution_version\" is missing",
            "holdfast schema claims parcel");
  }

  @Test
  @DisplayName("C1: a column of the wrong type is told, with the types that would do")
  void wrongTypes() {
    ClaimTable table = ClaimTable.of("parcel", "id").withDueAt("due").withAttempts("tries");
    lab.sql()
        .run(
            "alter table parcel add lock_id bytea, add locked_at text, add execution_version text,"
                + " add due timestamptz, add tries boolean");
    assertThatThrownBy(() -> lab.open().claims(table))
        .isInstanceOf(SchemaException.class)
        .hasMessageContainingAll(
            "\"lock_id\" is bytea, not text or uuid or varchar",
            "\"locked_at\" is text, not timestamp or timestamptz",
            "\"execution_version\" is text, not int4 or int8",
            "\"tries\" is boolean, not int4 or int8",
            "\"due\" must be NOT NULL");
  }

  @Test
  @DisplayName("a table that is not there is told so")
  void noTable() {
    assertThatThrownBy(() -> lab.open().claims(ClaimTable.of("Parcel", "id")))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("there is no table \"Parcel\" (case counts)");
  }

  @Test
  @DisplayName("C1: the printed SQL makes a table claimable, and may be run twice")
  void ddl() {
    ClaimTable table =
        ClaimTable.of("parcel", "id")
            .withAttempts("tries")
            .withDueAt("due")
            .withError("trouble")
            .inSequencePer("receiver");
    lab.sql().run("alter table parcel add receiver text");
    lab.sql().run(table.ddl());
    lab.sql().run(table.ddl());
    lab.sql().run(table.wakeUpDdl());
    lab.sql().run(table.wakeUpDdl());
    assertThat(lab.open().claims(table).tryClaim()).isEmpty();
    assertThat(lab.sql().column("select indexname from pg_indexes where tablename = 'parcel'"))
        .contains("parcel_claimable", "parcel_open", "parcel_sequence");
  }

  @Test
  @DisplayName("a sequence is worked on one by one, in order; a failed row holds up its own only")
  void sequence() {
    ClaimTable table = ClaimTable.of("parcel", "id").inSequencePer("receiver");
    lab.sql().run("alter table parcel add receiver text");
    lab.sql().run(table.ddl());
    lab.sql()
        .run(
            "insert into parcel (id, status, receiver) values (1, 'ready', 'a'), (2, 'ready', 'a'),"
                + " (3, 'ready', 'b'), (4, 'ready', null), (5, 'ready', null)");
    Claims claims = lab.open().claims(table);
    java.util.List<Claim> first = claims.claim(10);
    assertThat(first).extracting(Claim::key).containsExactly("1", "3", "4", "5");
    assertThat(claims.claim(10)).isEmpty();
    first.get(0).fail("no");
    assertThat(claims.claim(10)).as("1 failed, 2 waits").isEmpty();
    assertThat(claims.revive(1)).isTrue();
    claims.tryClaimKey(1).orElseThrow().finish();
    assertThat(claims.claim(10)).extracting(Claim::key).containsExactly("2");
  }

  @Test
  @DisplayName("the claim finds its rows by the index, past a hundred thousand that are over")
  void plan() {
    ClaimTable table = ClaimTable.of("parcel", "id");
    lab.sql().run(table.ddl());
    lab.sql()
        .run(
            "insert into parcel select i, case when i > 99990 then 'ready' else 'done' end"
                + " from generate_series(1, 100000) i; analyze parcel");
    ColumnTypes types = ColumnTypes.of(lab.dataSource(), table);
    for (boolean ofTheDeadToo : new boolean[] {false, true}) {
      String claim = new ClaimSql(table, types, 5).claim(100, ofTheDeadToo);
      String statement =
          claim
              .substring(claim.indexOf("with"), claim.lastIndexOf(";"))
              .replace("?::uuid", "gen_random_uuid()")
              .replace("= ? then", "= 'us' then");
      String index = ofTheDeadToo ? "parcel_open" : "parcel_claimable";
      assertThat(lab.sql().column("explain " + statement).toString())
          .contains("Index Scan using " + index, "Nested Loop")
          .doesNotContain("Seq Scan on parcel");
    }
  }

  @Test
  @DisplayName("every statement of the claims prepares against the migrated schema")
  void allPrepare() throws Exception {
    Prepared.all(Workforce.class, lab.dataSource());
    Prepared.all(ColumnTypes.class, lab.dataSource());
  }

  @Test
  @DisplayName("the pause doubles with each attempt, up to its bound")
  void backoff() {
    ClaimOptions options =
        ClaimOptions.defaults()
            .withBackoff(java.time.Duration.ofSeconds(1), java.time.Duration.ofMinutes(1));
    assertThat(options.backoff(1)).hasSeconds(1);
    assertThat(options.backoff(3)).hasSeconds(4);
    assertThat(options.backoff(7)).hasSeconds(60);
    assertThat(options.backoff(1_000_000)).hasSeconds(60);
  }
}
