package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the database makes of hand-overs that a process made by itself, and tells afterwards. */
class SuccessionTest {

  private static final String ACQUIRE =
      """
      select a.outcome || ' ' || a.fence
      from holdfast.acquire_leases(
        0, gen_random_uuid(), false, array['x'], array[sha256(uuid_send(?::uuid))], array[60000],
        array['one'], array['{"a": "1"}'], null, false) a
      """;

  private static final String PASS =
      """
      select p.outcome || ' ' || p.fence
      from holdfast.pass_leases(
        0, gen_random_uuid(), array['x'], array[1], array[?::uuid],
        array[sha256(uuid_send(?::uuid))], array[60000], array['two'], null, null, false) p
      """;

  private static final String SUCCEED =
      """
      select s.outcome || ' ' || coalesce(s.fence, 0)
      from holdfast.succeed_leases(
        0, gen_random_uuid(), array['x'], array[2], array[?::uuid], array[3000000],
        array[?::integer], array[sha256(uuid_send(?::uuid))], array[60000], array['last'],
        array[1000000], false, array[1], array['three', 'four'], array[60000, 60000],
        array[3000000, 2000000], array[2000000, 1000000]) s
      """;

  private static final String ONE = "00000000-0000-0000-0000-000000000001";
  private static final String TWO = "00000000-0000-0000-0000-000000000002";
  private static final String LAST = "00000000-0000-0000-0000-000000000009";

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  /** Fence 2 is held, and 64 more are promised. */
  @BeforeEach
  void promised() {
    lab.sql().run(ACQUIRE, ONE);
    lab.sql().run(PASS, ONE, TWO);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private List<@Nullable String> succeed(String token, int steps) {
    return lab.sql().column(SUCCEED, token, steps, LAST);
  }

  private String row() {
    return String.valueOf(
        lab.sql()
            .column("select fence || ' ' || holder || ' ' || promised from holdfast.lease")
            .get(0));
  }

  private List<@Nullable String> past() {
    return lab.sql()
        .column(
            "select fence || ' ' || holder || ' ' || ending from holdfast.past_lease order by 1");
  }

  @Test
  @DisplayName("the library knows how many fences are promised")
  void sameNumber() {
    assertThat(lab.sql().number("select holdfast.promise()")).isEqualTo(Promise.FENCES);
    assertThat(row()).isEqualTo("2 two 66");
  }

  @Test
  @DisplayName("L7 L8: all who had it are in the history, in their order; the last one has it")
  void recorded() {
    assertThat(succeed(TWO, 3)).containsExactly("recorded 5");
    assertThat(row()).isEqualTo("5 last 69");
    assertThat(past())
        .containsExactly("1 one released", "2 two released", "3 three released", "4 four released");
    assertThat(
            lab.sql()
                .number(
                    "select count(*) from holdfast.past_lease p join holdfast.past_lease q"
                        + " on q.fence = p.fence + 1 where q.locked_at < p.ended_at"
                        + " and p.fence > 1"))
        .as("none begins before the one before it ended")
        .isZero();
  }

  @Test
  @DisplayName("L13: the same again after a lost answer says so, and only sets a new end")
  void repeated() {
    succeed(TWO, 3);
    List<@Nullable String> before = past();
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp() + interval '1 s'");
    assertThat(succeed(TWO, 3)).containsExactly("repeated 5");
    assertThat(past()).isEqualTo(before);
    assertThat(row()).isEqualTo("5 last 69");
    assertThat(
            lab.sql()
                .number(
                    "select count(*) from holdfast.lease"
                        + " where locked_until > clock_timestamp() + interval '50 s'"))
        .as("written: a commit that the disk and a standby have to confirm, as the first one had")
        .isEqualTo(1);
  }

  @Test
  @DisplayName("L5: the same again once the last one has ended: it was recorded before")
  void passed() {
    succeed(TWO, 3);
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp()");
    assertThat(succeed(TWO, 3)).containsExactly("passed 5");
    assertThat(lab.sql().column(ACQUIRE, ONE)).containsExactly("granted 70");
    assertThat(succeed(TWO, 3)).containsExactly("passed 70");
  }

  @Test
  @DisplayName("L5: not without the token, not beyond the promise, not once it ran out")
  void refused() {
    assertThat(succeed(ONE, 1)).containsExactly("lost 2");
    assertThat(succeed(TWO, 65)).containsExactly("lost 2");
    assertThat(succeed(TWO, 0)).containsExactly("lost 2");
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp()");
    assertThat(succeed(TWO, 1)).containsExactly("lost 2");
    assertThat(row()).isEqualTo("2 two 66");
    assertThat(past()).containsExactly("1 one released");
  }

  @Test
  @DisplayName("L3: a guarded transaction in flight is waited for")
  void guarded() throws SQLException {
    try (Connection writer = lab.dataSource().getConnection()) {
      writer.setAutoCommit(false);
      Sql.column(writer, "select holdfast.guard('x', 2)::text");
      assertThat(succeed(TWO, 1)).containsExactly("busy 2");
      writer.commit();
    }
    assertThat(succeed(TWO, 1)).containsExactly("recorded 3");
  }

  @Test
  @DisplayName("L7: who takes over from a process that died starts above what it may have given")
  void takenOver() {
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp()");
    assertThat(lab.sql().column(ACQUIRE, LAST)).containsExactly("granted 67");
    assertThat(row()).isEqualTo("67 one 0");
  }

  @Test
  @DisplayName("L7: so does who gets it after a forced release")
  void forced() {
    lab.sql().run("select holdfast.force_release('x', 2, 'because')");
    assertThat(lab.sql().column(ACQUIRE, LAST)).containsExactly("granted 67");
  }

  @Test
  @DisplayName("L7: a release by the process itself leaves no gap")
  void released() {
    assertThat(lab.sql().column("select holdfast.release('x', ?::uuid)::text", TWO))
        .containsExactly("true");
    assertThat(lab.sql().column(ACQUIRE, LAST)).containsExactly("granted 3");
  }

  @Test
  @DisplayName("L7: a pruned row leaves what it promised in the floor")
  void pruned() {
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp() - interval '1 year'");
    lab.sql().run("select holdfast.maintain()");
    assertThat(lab.sql().number("select count(*) from holdfast.lease")).isZero();
    assertThat(lab.sql().column(ACQUIRE, LAST)).containsExactly("granted 67");
  }

  @Test
  @DisplayName("the guard of a lease that was given a moment ago waits until that is recorded")
  void guardWaits() throws Exception {
    CompletableFuture<String> guard =
        CompletableFuture.supplyAsync(
            () -> lab.sql().column("select (holdfast.guard('x', 3) is not null)::text").toString());
    Await.until(
        "it sleeps",
        () ->
            lab.sql()
                    .number(
                        "select count(*) from pg_stat_activity where wait_event = 'PgSleep'"
                            + " and query like '%holdfast.guard(%' and datname = current_database()")
                == 1);
    assertThat(succeed(TWO, 1)).containsExactly("recorded 3");
    assertThat(guard.get(15, TimeUnit.SECONDS)).isEqualTo("[true]");
  }

  @Test
  @DisplayName("the guard of a fence that was never given fails at once; with an old snapshot, too")
  void guardOfNothing() throws SQLException {
    try (Connection writer = lab.dataSource().getConnection()) {
      writer.setAutoCommit(false);
      assertThat(stateOf(writer, "select holdfast.guard('x', 67)")).isEqualTo("HF001");
      assertThat(stateOf(writer, "select holdfast.guard('x', 1)")).isEqualTo("HF001");
      writer.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      assertThat(stateOf(writer, "select holdfast.guard('x', 3)")).isEqualTo("40001");
    }
  }

  // It was told as lost after a second, though it was recorded as soon as that transaction ended.
  @Test
  @DisplayName("the guard of one who came after a transaction that lasts is told to try again")
  void guardBehindGuard() throws SQLException {
    try (Connection earlier = lab.dataSource().getConnection();
        Connection writer = lab.dataSource().getConnection()) {
      earlier.setAutoCommit(false);
      writer.setAutoCommit(false);
      Sql.column(earlier, "select holdfast.guard('x', 2)::text");
      assertThat(stateOf(writer, "select holdfast.guard('x', 3)")).isEqualTo("55P03");
      earlier.commit();
      assertThat(succeed(TWO, 1)).containsExactly("recorded 3");
      assertThat(stateOf(writer, "select holdfast.guard('x', 3)")).isEqualTo("none");
    }
  }

  private static String stateOf(Connection connection, String sql) throws SQLException {
    try {
      Sql.column(connection, sql);
      return "none";
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    } finally {
      connection.rollback();
    }
  }
}
