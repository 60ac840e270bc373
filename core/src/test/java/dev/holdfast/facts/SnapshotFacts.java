package dev.holdfast.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a statement sees after it had to wait. */
abstract class SnapshotFacts extends Facts {
  private static final String SERIALIZATION_FAILURE = "40001";

  private static final String TWO_READS =
      """
      create function two_reads() returns text language plpgsql %s as $$
      declare
        before bigint;
        after bigint;
      begin
        select fence into before from lease where id = 1;
        perform pg_advisory_xact_lock(1);
        select fence into after from lease where id = 1;
        return before || ' ' || after;
      end $$
      """;

  @Test
  @DisplayName(
      "each statement of a VOLATILE function has a new snapshot [acquire: lock, then read]")
  void volatileFunction() throws Exception {
    assertThat(readsAcrossChange("volatile", "read committed")).isEqualTo("0 1");
  }

  @Test
  @DisplayName("… those of a STABLE function share one [protocol functions are VOLATILE]")
  void stableFunction() throws Exception {
    assertThat(readsAcrossChange("stable", "read committed")).isEqualTo("0 0");
  }

  @Test
  @DisplayName("… and so they do under REPEATABLE READ [batches set their own isolation]")
  void repeatableRead() throws Exception {
    assertThat(readsAcrossChange("volatile", "repeatable read")).isEqualTo("0 0");
  }

  private String readsAcrossChange(String volatility, String isolation) throws Exception {
    session().run(TWO_READS.formatted(volatility));
    Session writer = begun("select pg_advisory_xact_lock(1)");
    Session reader = session();
    reader.run("begin isolation level " + isolation);
    Future<String> reading = reader.start("select two_reads()");
    awaitBlocked(reader, writer);
    writer.run("update lease set fence = 1 where id = 1", "commit");
    return Session.result(reading);
  }

  @Test
  @DisplayName("15: a version update that waited hits nothing, and still sees the old version [V2]")
  void staleVersion() throws Exception {
    Session first = begun("update lease set fence = 1 where id = 1 and fence = 0");
    Session second = session();
    Future<String> updating =
        second.start(
            """
            with u as (
              update lease
              set fence = 9
              where id = 1 and fence = 0
              returning id
            )
            select (select count(*) from u) || ' rows, version '
              || (select fence from lease where id = 1)
            """);
    awaitBlocked(second, first);
    first.run("commit");
    assertThat(Session.result(updating)).isEqualTo("0 rows, version 0");
    assertThat(second.number("select fence from lease where id = 1")).isEqualTo(1);
  }

  @Test
  @DisplayName("15: … under REPEATABLE READ it fails with 40001 [V2]")
  void staleVersionUnderRepeatableRead() throws Exception {
    Session first = begun("update lease set fence = 1 where id = 1 and fence = 0");
    Session second = session();
    second.run("begin isolation level repeatable read");
    Future<String> updating =
        second.start("update lease set fence = 9 where id = 1 and fence = 0 returning id");
    awaitBlocked(second, first);
    first.run("commit");
    assertThat(Session.failure(updating)).isEqualTo(SERIALIZATION_FAILURE);
  }

  @Test
  @DisplayName("16: an update of what no index holds is HOT where the page has room [lease table]")
  void hotUpdates() throws Exception {
    assertThat(hotUpdates("")).isEqualTo(500);
  }

  @Test
  @DisplayName("16: … and never HOT if an index holds it [no index on what changes]")
  void indexedUpdates() throws Exception {
    assertThat(hotUpdates("create index on beat (at)")).isZero();
  }

  private long hotUpdates(String index) throws Exception {
    Session session = session();
    session.run(
        "create table beat (id int primary key, at timestamptz) with (fillfactor = 45)",
        "insert into beat select i, now() from generate_series(1, 500) as i");
    if (!index.isEmpty()) {
      session.run(index);
    }
    session.run("begin", "update beat set at = clock_timestamp()");
    return session.number("select pg_stat_get_xact_tuples_hot_updated('beat'::regclass)");
  }
}
