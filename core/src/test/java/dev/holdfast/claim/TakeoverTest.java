package dev.holdfast.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClaimLostException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent.ClaimLost;
import dev.holdfast.HoldfastEvent.ClaimsSwept;
import dev.holdfast.HoldfastEvent.ClaimsTaken;
import dev.holdfast.Problem;
import dev.holdfast.support.Await;
import dev.holdfast.support.CaughtLog;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TakeoverTest extends ClaimsTestBase {

  @Test
  @DisplayName("C4: the claims of a dead worker go to the next claim after its lease is over")
  void takenOverAtOnce() {
    insert(3);
    Claims a = claims("a");
    Claims b = claims("b");
    assertThat(a.claim(2)).hasSize(2);
    assertThat(b.claim(10)).extracting(Claim::key).containsExactly("3");
    endLeasesOf("a");
    assertThat(b.claim(10)).extracting(Claim::key).containsExactly("1", "2");
    assertThat(events(ClaimsTaken.class)).last().isEqualTo(new ClaimsTaken("item", 10, 2, 2, 0));
  }

  @Test
  @DisplayName("C4: rows of the dead are found as soon as ready ones run out, and within a second")
  void takenOverWhereReadyRowsAbound() {
    insert(6);
    Claims a = claims("a");
    Claims b = claims("b");
    a.claim(2);
    assertThat(b.claim(2)).extracting(Claim::key).containsExactly("3", "4");
    endLeasesOf("a");
    List<Claim> three = b.claim(3);
    List<Claim> one = b.claim(3);
    assertThat(three).as("ready ones first, or all in order: as the clock will have it").hasSize(3);
    assertThat(Stream.concat(three.stream(), one.stream()).map(Claim::key))
        .containsExactlyInAnyOrder("1", "2", "5", "6");
    insertMore(10_000); // more than are claimed in that time
    Claims c = claims("c");
    assertThat(c.claim(1)).extracting(Claim::version).as("looked at all: ready").containsOnly(1L);
    endLeasesOf("b");
    Await.within(
        Duration.ofSeconds(10),
        "a claim that is after ready rows all the time meets one of the dead",
        () -> c.claim(1).get(0).version() > 1);
  }

  @Test
  @DisplayName("C4: a worker that has not heard of its loss does not take its rows from itself")
  void notFromItself() {
    insert(2);
    Claims a = process("a").claims(ITEMS, QUICK.withWorkerTtl(Duration.ofSeconds(5)));
    List<Claim> before = a.claim(2);
    endLeasesOf("a");
    Claim first = Await.gets("the row with the key 1", () -> a.tryClaimKey(1));
    Claim second = Await.gets("the other row", a::tryClaim);
    assertThat(List.of(first, second))
        .as("by the worker that this process became after it had heard of the loss")
        .noneMatch(claim -> claim.worker().equals(before.get(0).worker()))
        .extracting(Claim::attempt)
        .containsOnly(2);
  }

  @Test
  @DisplayName("C4: an expired lease frees the claims without anybody's help")
  void expiry() {
    insert(1);
    Holdfast a = process("a");
    a.claims(ITEMS, QUICK.withWorkerTtl(Duration.ofMillis(300))).claim(1);
    lab.sql()
        .run("update holdfast.lease set token_hash = '\\x00'"); // its renewals fail from now on
    Claims b = claims("b");
    Await.until("the row is taken over", () -> b.tryClaim().isPresent());
  }

  @Test
  @DisplayName("C4: a process that closes in order leaves its claims to the next claim")
  void closing() {
    insert(1);
    Holdfast a = process("a");
    a.claims(ITEMS, QUICK).claim(1);
    Claims b = claims("b");
    assertThat(b.tryClaim()).isEmpty();
    a.close();
    Await.until("the lease is given back", () -> b.tryClaim().isPresent());
  }

  @Test
  @DisplayName(
      "C4: a sweep frees the claims of the dead and theirs only, with a log line and a count")
  void sweep() {
    insert(5);
    Claims a = claims("a");
    Claims b = claims("b");
    a.claim(2);
    Claim living = b.tryClaim().orElseThrow();
    lab.sql().run("update item set lock_id = gen_random_uuid() where id = 5"); // of nobody we know
    endLeasesOf("a");
    try (CaughtLog log = new CaughtLog()) {
      assertThat(b.sweep()).isEqualTo(3);
      assertThat(log.lines()).contains("claims of dead workers on item: 3 freed, 0 parked");
    }
    assertThat(events(ClaimsSwept.class)).containsExactly(new ClaimsSwept("item", 3, 0));
    assertThat(count("ready")).isEqualTo(4);
    assertThat(b.sweep()).isZero();
    assertThat(living.finish()).isTrue();
  }

  @Test
  @DisplayName("C4: a worker that was born after a claim statement began is not taken for dead")
  void newborn() throws Exception {
    insert(1);
    Claims old = claims("old");
    old.sweep();
    Claims young = claims("young");
    try (Connection blocker = lab.dataSource().getConnection()) {
      blocker.setAutoCommit(false);
      // The old worker's statement has its snapshot, then waits here, before it looks at the row.
      Sql.run(blocker, "lock table holdfast.lease in access exclusive mode");
      lab.sql().run("update item set lock_id = gen_random_uuid()");
      CompletableFuture<List<Claim>> asking = CompletableFuture.supplyAsync(() -> old.claim(1));
      Await.until(
          "the statement waits",
          () ->
              lab.sql()
                      .number(
                          "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                              + " and datname = current_database()"
                              + " and query like '%skip locked%'")
                  == 1);
      // Meanwhile a worker is born and gets the row; the test does by hand what it would do.
      Sql.run(
          blocker,
          "insert into holdfast.lease (bucket, resource, fence, token_hash, holder, locked_at,"
              + " locked_until, ttl) values (0, 'worker/00000000-0000-8000', 1, '\\x01', 'young',"
              + " now(), now() + interval '1 minute', '1 minute')");
      Sql.run(blocker, "insert into holdfast.worker values ('00000000-0000-8000', 1)");
      Sql.run(blocker, "update item set lock_id = '00000000-0000-8000-8000-000000000001'");
      blocker.commit();
      assertThat(asking.get(20, TimeUnit.SECONDS)).isEmpty();
    }
    assertThat(young.claim(1)).isEmpty();
  }

  @Test
  @DisplayName("C5: a zombie can neither finish, nor fail, nor write in its own transaction")
  void zombie() {
    insert(1);
    Claim zombie = claims("a").tryClaim().orElseThrow();
    endLeasesOf("a");
    Claim next = claims("b").tryClaim().orElseThrow();
    assertThat(next.version()).isGreaterThan(zombie.version());
    assertThatThrownBy(() -> zombie.inTransaction(tx -> effect(tx.connection(), zombie)))
        .isInstanceOfSatisfying(
            ClaimLostException.class,
            lost -> {
              assertThat(lost.table()).isEqualTo("item");
              assertThat(lost.key()).isEqualTo("1");
              assertThat(lost.version()).isEqualTo(1);
              assertThat(Problem.of(lost).status()).isEqualTo(410);
            });
    assertThat(zombie.finish()).isFalse();
    assertThat(events(ClaimLost.class)).containsExactly(new ClaimLost("item", "1", 1));
    assertThat(next.isHeld()).isTrue();
    assertThat(next.finish()).isTrue();
    assertThat(lab.sql().number("select count(*) from effect")).isZero();
  }

  @Test
  @DisplayName("C5: a zombie whose lease lives, but whose row was taken, can't write either")
  void rowTaken() {
    insert(1);
    Claim zombie = claims("a").tryClaim().orElseThrow();
    lab.sql().run("update item set lock_id = null, status = 'ready'"); // an operator's hand
    Claim next = claims("b").tryClaim().orElseThrow();
    assertThatThrownBy(() -> zombie.inTransaction(tx -> effect(tx.connection(), zombie)))
        .isInstanceOf(ClaimLostException.class);
    assertThat(zombie.fail("late")).isEqualTo(Outcome.LOST);
    assertThat(next.finish()).isTrue();
  }

  @Test
  @DisplayName("C5: work without a result is done under the claim, and not by a zombie")
  void withoutResult() throws SQLException {
    insert(1);
    Claim zombie = claims("a").tryClaim().orElseThrow();
    zombie.inTransactionWithoutResult(tx -> effect(tx.connection(), zombie));
    assertThat(lab.sql().number("select count(*) from effect")).isEqualTo(1);
    endLeasesOf("a");
    assertThatThrownBy(
            () -> zombie.inTransactionWithoutResult(tx -> effect(tx.connection(), zombie)))
        .isInstanceOf(ClaimLostException.class);
    assertThat(lab.sql().number("select count(*) from effect")).isEqualTo(1);
  }

  @Test
  @DisplayName("C5: a worker whose lease was taken by force can't write, even before a takeover")
  void forced() {
    insert(1);
    Claim claim = claims("a").tryClaim().orElseThrow();
    endLeasesOf("a");
    assertThatThrownBy(() -> claim.inTransaction(tx -> effect(tx.connection(), claim)))
        .isInstanceOf(ClaimLostException.class)
        .hasMessageContaining("the lease of its worker is over");
  }

  @Test
  @DisplayName("C5: nobody takes over while a guarded transaction of the owner is in flight")
  void guardedTransactionInFlight() throws Exception {
    insert(1);
    Claim claim = claims("a").tryClaim().orElseThrow();
    Claims b = claims("b");
    b.sweep();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Integer> writing =
        CompletableFuture.supplyAsync(
            () ->
                claim.inTransaction(
                    tx -> {
                      inside.countDown();
                      Await.signal("go on", goOn);
                      claim.finish(tx);
                      return effectUnchecked(tx.connection(), claim);
                    }));
    Await.signal("inside", inside);
    lab.sql()
        .run(
            "update holdfast.lease set token_hash = null, locked_until = now() where holder = 'a'");
    assertThat(b.claim(1)).isEmpty();
    assertThat(b.sweep()).isZero();
    goOn.countDown();
    assertThat(writing.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(b.claim(1)).isEmpty();
    assertThat(statusOf(1)).isEqualTo("done");
    assertThat(lab.sql().number("select count(*) from effect")).isEqualTo(1);
    assertThat(claim.outcome()).isEqualTo(Outcome.DONE);
  }

  @Test
  @DisplayName("C6: a row that kills its worker each time is parked after its attempts")
  void poison() {
    insert(1);
    for (int attempt = 1; attempt <= 3; attempt++) {
      Claims doomed = claims("doomed " + attempt);
      assertThat(doomed.tryClaim()).map(Claim::attempt).contains(attempt);
      endLeasesOf("doomed " + attempt);
    }
    Claims next = claims("next");
    assertThat(next.tryClaim()).isEmpty();
    assertThat(statusOf(1)).isEqualTo("parked");
    assertThat(events(ClaimsTaken.class)).last().isEqualTo(new ClaimsTaken("item", 1, 0, 0, 1));
    assertThat(next.revive(1)).isTrue();
    assertThat(next.tryClaim()).map(Claim::attempt).contains(1);
  }

  @Test
  @DisplayName("C6: a sweep parks poison too")
  void sweptPoison() {
    insert(1);
    claims("a").claim(1);
    lab.sql().run("update item set attempts = 3");
    endLeasesOf("a");
    assertThat(claims("b").sweep()).isEqualTo(1);
    assertThat(statusOf(1)).isEqualTo("parked");
  }

  @Test
  @DisplayName("C6: failed attempts wait longer each time, then the row is parked with its error")
  void backoffThenParked() {
    insert(1);
    Claims claims =
        process("a")
            .claims(ITEMS, QUICK.withBackoff(Duration.ofMinutes(1), Duration.ofMinutes(90)));
    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(claims.tryClaim().orElseThrow().fail("no luck")).isEqualTo(Outcome.RETRY);
      assertThat(claims.tryClaim()).isEmpty();
      long minutes = 1L << (attempt - 1);
      assertThat(
              lab.sql()
                  .number(
                      "select round(extract(epoch from due_at - now()) / 60)::bigint from item"))
          .isEqualTo(minutes);
      lab.sql().run("update item set due_at = now()");
    }
    assertThat(claims.tryClaim().orElseThrow().fail("no luck")).isEqualTo(Outcome.PARKED);
    assertThat(lab.sql().text("select status || ': ' || last_error from item"))
        .isEqualTo("parked: no luck");
  }

  @Test
  @DisplayName("workers that are dead leave the list when the next one is born")
  void forgotten() {
    for (int i = 0; i < 3; i++) {
      claims("worker " + i).sweep();
      endLeasesOf("worker " + i);
    }
    claims("last").sweep();
    assertThat(lab.sql().number("select count(*) from holdfast.worker")).isEqualTo(1);
  }

  private void insertMore(int count) {
    lab.sql()
        .run(
            "insert into item (id, due_at) select i, now() from generate_series(1001, ?) i",
            1_000 + count);
  }

  private static int effect(Connection connection, Claim claim) throws SQLException {
    Sql.run(
        connection,
        "insert into effect values (?, ?)",
        claim.get("id", Long.class),
        claim.version());
    return 1;
  }

  private static int effectUnchecked(Connection connection, Claim claim) {
    try {
      return effect(connection, claim);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
