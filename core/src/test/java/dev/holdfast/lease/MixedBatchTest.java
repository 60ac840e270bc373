package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Batches of which some operations go the short way and others do not: each has one answer. */
class MixedBatchTest {

  private static final String ACQUIRE =
      """
      select a.no || ' ' || a.outcome || ' ' || coalesce(a.fence, 0)
      from holdfast.acquire_leases(
        0, gen_random_uuid(), false, ?::text[],
        array(select sha256(uuid_send(t)) from unnest(?::uuid[]) t),
        array_fill(?::bigint, array[cardinality(?::text[])]),
        array_fill('me'::text, array[cardinality(?::text[])]), null, ?::integer[], false) a
      order by a.no
      """;

  private static final String RELEASE =
      """
      select r.no || ' ' || r.outcome
      from holdfast.release_leases(0, false, ?::text[], ?::bigint[], ?::uuid[]) r
      order by r.no
      """;

  private static final String TOKENS = tokens("a", "b", "c", "d", "e");

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  private static String tokens(String... ends) {
    String start = "00000000-0000-0000-0000-00000000000";
    return Stream.of(ends).map(start::concat).collect(Collectors.joining(",", "{", "}"));
  }

  private List<@Nullable String> acquire(
      String resources, String tokens, long ttl, @Nullable String queueing) {
    return lab.sql().column(ACQUIRE, resources, tokens, ttl, resources, resources, queueing);
  }

  /** Free, never seen, held by another, run out, and granted before in an answer that was lost. */
  private List<@Nullable String> askForAll(@Nullable String queueing) {
    Leases others = lab.open().leases();
    others.acquire("free").release();
    others.acquire("held");
    acquire("{out}", "{" + UUID.randomUUID() + "}", 1, null);
    acquire("{again}", tokens("e"), 60_000, null);
    lab.sql().run("select pg_sleep(0.01)");
    return acquire("{free,new,held,out,again}", TOKENS, 60_000, queueing);
  }

  @Test
  @DisplayName("L1: tries for free, new, held, expired and repeated in one call: an answer each")
  void tries() {
    assertThat(askForAll(null))
        .containsExactly("1 granted 2", "2 granted 1", "3 held 1", "4 granted 2", "5 granted 1");
    assertThat(lab.sql().column("select resource || ' ' || ending from holdfast.past_lease"))
        .containsExactlyInAnyOrder("free released", "out expired");
  }

  @Test
  @DisplayName(
      "L1: the same by callers that wait: who was refused stands in the queue, no one else")
  void waits() {
    assertThat(askForAll("{1,1,1,1,1}"))
        .containsExactly("1 granted 2", "2 granted 1", "3 held 1", "4 granted 2", "5 granted 1");
    assertThat(lab.sql().column("select resource::text from holdfast.waiter"))
        .containsExactly("held");
  }

  @Test
  @DisplayName("L5: releases of held, released before, lost and never granted in one call")
  void releases() {
    acquire("{a,b,c}", tokens("a", "b", "f"), 60_000, null);
    release("{b}", "{1}", tokens("b"));
    acquire("{b}", tokens("d"), 60_000, null);
    List<@Nullable String> outcomes =
        release("{a,b,c,d}", "{1,1,1,NULL}", tokens("a", "b", "c", "d"));
    assertThat(outcomes).containsExactly("1 released", "2 released", "3 lost", "4 lost");
    assertThat(lab.sql().column("select resource || fence from holdfast.past_lease"))
        .containsExactlyInAnyOrder("a1", "b1");
    assertThat(
            lab.sql().column("select resource::text from holdfast.lease where token_hash is null"))
        .as("the successor of b keeps it")
        .containsExactly("a");
  }

  private List<@Nullable String> release(String resources, String fences, String tokens) {
    return lab.sql().column(RELEASE, resources, fences, tokens);
  }

  @Test
  @DisplayName(
      "L5: a renewal elsewhere at the same instant: released once, or busy and asked again")
  void renewedMeanwhile() {
    String token = tokens("a");
    for (int round = 1; round <= 25; round++) {
      acquire("{x}", token, 60_000, null);
      Crowd.of(2)
          .run(
              no -> {
                if (no == 0) {
                  renewOften(token);
                } else {
                  releaseUntilDone(token);
                }
              });
      assertThat(
              lab.sql().number("select count(*) from holdfast.past_lease where fence = ?", round))
          .isEqualTo(1);
      assertThat(lab.sql().number("select count(*) from holdfast.lease where token_hash is null"))
          .isEqualTo(1);
    }
  }

  private void renewOften(String token) throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      for (int i = 0; i < 10; i++) {
        Sql.column(
            connection,
            "select outcome from holdfast.renew_leases(0, '{x}', '{null}', ?::uuid[], '{60000}',"
                + " '{true}')",
            token);
      }
    }
  }

  private void releaseUntilDone(String token) throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      for (long end = System.nanoTime() + 15_000_000_000L; System.nanoTime() - end < 0; ) {
        if (Sql.column(connection, RELEASE, "{x}", "{null}", token).contains("1 released")) {
          return;
        }
      }
      throw new AssertionError("never released");
    }
  }
}
