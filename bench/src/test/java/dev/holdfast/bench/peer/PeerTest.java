package dev.holdfast.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.holdfast.bench.contender.HandTransactions;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Against the peers' real servers; a peer whose server is not installed is skipped by name. */
class PeerTest {

  private static Database database = Database.open(Options.parse("--short"));
  private static Backends backends;

  @BeforeAll
  static void prepare() throws Exception {
    backends = new Backends(database);
  }

  @AfterAll
  static void stop() throws Exception {
    backends.close();
    database.close();
  }

  @ParameterizedTest(name = "{0} locks and unlocks a key of its own")
  @EnumSource
  void pair(Peer peer) throws Exception {
    skipIfMissing(peer);
    try (Contender contender = PeerPairs.open(peer, backends)) {
      Contender.Operation operation = contender.operation(0);
      operation.once();
      operation.once();
      assertThat(contender.servers()).hasSize(peer.backend == Backend.POSTGRES ? 0 : 1);
    }
  }

  @ParameterizedTest(name = "{0} keeps a second client out until the first has unlocked")
  @EnumSource
  void exclusion(Peer peer) throws Exception {
    skipIfMissing(peer);
    Address address = backends.address(peer.backend);
    try (Locks one = peer.open(address);
        Locks two = peer.open(address)) {
      KeyLock first = one.on("test/exclusion/" + peer);
      KeyLock second = two.on("test/exclusion/" + peer);
      assertThat(first.tryLock()).isTrue();
      assertThat(second.tryLock()).isFalse();
      first.unlock();
      assertThat(second.tryLock()).isTrue();
      second.unlock();
    }
  }

  @ParameterizedTest(name = "{0} hands over to a client that waits")
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"SHEDLOCK", "ALTINN", "UPSERT"})
  void handOver(Peer peer) throws Exception {
    skipIfMissing(peer);
    Address address = backends.address(peer.backend);
    try (Locks one = peer.open(address);
        Locks two = peer.open(address)) {
      KeyLock first = one.on("test/hand-over/" + peer);
      KeyLock second = two.on("test/hand-over/" + peer);
      long fence = first.lock();
      CompletableFuture<Long> next = CompletableFuture.supplyAsync(() -> lockAndUnlock(second));
      first.unlock();
      assertThat(next.get(Locks.PATIENCE_SECONDS, TimeUnit.SECONDS))
          .isGreaterThanOrEqualTo(fence == KeyLock.NO_FENCE ? KeyLock.NO_FENCE : fence + 1);
    }
  }

  @Test
  @DisplayName("ShedLock refuses a key that another client holds, and that is what is measured")
  void refusals() throws Exception {
    try (Contender contender = PeerRefusals.open(Peer.SHEDLOCK, backends)) {
      contender.operation(0).once();
    }
  }

  @Test
  @DisplayName("Hibernate locks, updates and commits the caller's row, with and without a timeout")
  void hibernate() throws Exception {
    database.execute(HandTransactions.TABLE);
    try (Contender with = HibernateTransactions.withTimeout(database, 1);
        Contender without = HibernateTransactions.withoutTimeout(database, 1)) {
      with.operation(3).once();
      without.operation(3).once();
    }
    assertThat(database.ask("select n from bench_account where id = 3")).isEqualTo("2");
  }

  private static long lockAndUnlock(KeyLock lock) {
    try {
      long fence = lock.lock();
      lock.unlock();
      return fence;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void skipIfMissing(Peer peer) {
    peer.backend.missing().ifPresent(why -> abort(peer.title + " is not tested: " + why));
  }
}
