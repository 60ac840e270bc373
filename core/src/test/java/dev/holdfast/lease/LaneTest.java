package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Batch.Bid;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Part;
import dev.holdfast.lease.Batch.Proof;
import dev.holdfast.lease.Batch.Queueing;
import dev.holdfast.lease.Batch.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LaneTest {

  private static final Duration TTL = Duration.ofMinutes(1);

  // A renewal just after the first acquisition met the one that the push connection makes when it
  // is up. The database answered one of the two, and the caller waited ten seconds for nothing.
  @Test
  @DisplayName("L10: a batch renews a grant once, and who asked for a ttl gets the answer")
  void oneRenewalOfAGrant() {
    Lane lane = new Lane(0);
    Proof proof = new Proof("x", 1, Token.random());
    Renewal inPassing = new Renewal(proof, TTL, null, null);
    Renewal asked = new Renewal(proof, TTL, null, new CompletableFuture<>());
    Renewal askedAgain = new Renewal(proof, TTL, null, new CompletableFuture<>());
    Renewal other = new Renewal(new Proof("x", 2, Token.random()), TTL, null, null);
    lane.add(inPassing);
    lane.add(asked);
    lane.add(other);
    lane.add(askedAgain);
    lane.add(inPassing);
    assertThat(lane.next(System.nanoTime()).renewals()).containsExactly(asked, other);
    assertThat(lane.next(System.nanoTime()).renewals()).containsExactly(askedAgain);
    assertThat(lane.isEmpty()).isTrue();
  }

  @Test
  @DisplayName("L10: a request with another token does not take the place of the holder's renewal")
  void forged() {
    Lane lane = new Lane(0);
    Renewal inPassing = new Renewal(new Proof("x", 1, Token.random()), TTL, null, null);
    Renewal forged =
        new Renewal(new Proof("x", 1, Token.random()), TTL, null, new CompletableFuture<>());
    lane.add(inPassing);
    lane.add(forged);
    assertThat(lane.next(System.nanoTime()).renewals()).containsExactly(inPassing, forged);
  }

  // Sent with the wish of the next one here, the release had to wait for the disk, and the other
  // process heard of it by a second message only.
  @Test
  @DisplayName("a release that ends a row of hand-overs goes alone, who waits here asks after it")
  void releaseForAnother() {
    Lane lane = laneWithAWaiter();
    long now = System.nanoTime();
    for (int handOver = 0; handOver < 8; handOver++) {
      assertHandedOver(lane, now);
      now += TimeUnit.MILLISECONDS.toNanos(14);
    }
    assertGoesToAnother(lane, now);
  }

  @Test
  @DisplayName("leases that are held for a moment only are handed over for 100 ms, however often")
  void shortHandOvers() {
    Lane lane = laneWithAWaiter();
    long begin = System.nanoTime();
    for (int millis = 0; millis < 100; millis++) {
      assertHandedOver(lane, begin + TimeUnit.MILLISECONDS.toNanos(millis));
    }
    assertGoesToAnother(lane, begin + TimeUnit.MILLISECONDS.toNanos(100));
  }

  private static Lane laneWithAWaiter() {
    Lane lane = new Lane(0);
    LeaseOptions patient = LeaseOptions.defaults().withWait(TTL);
    lane.add(new Acquisition(List.of("x"), patient, Caller.NOBODY), System.nanoTime());
    return lane;
  }

  private static void assertHandedOver(Lane lane, long now) {
    lane.add(release(), now);
    Batch both = lane.next(now);
    assertThat(both.giveBacks()).hasSize(1);
    assertThat(both.bids()).extracting(Bid::queueing).containsExactly(Queueing.MAY_PASS);
    lane.queues.granted("x", true, now);
    lane.queues.tryBy("x", now);
  }

  private static void assertGoesToAnother(Lane lane, long now) {
    lane.add(release(), now);
    assertThat(lane.next(now).isRelaxed()).isTrue();
    assertThat(lane.next(now).bids())
        .extracting(Bid::queueing)
        .containsExactly(Queueing.KEEPS_ORDER);
  }

  @Test
  @DisplayName("what is released and asked for in one batch is passed on, and goes first")
  void passedOn() {
    Lane lane = new Lane(0);
    lane.add(release("other"), System.nanoTime());
    lane.add(release("y"), System.nanoTime());
    lane.add(release("twice"), System.nanoTime());
    lane.add(release("twice"), System.nanoTime());
    lane.add(unclear("z"), System.nanoTime());
    for (String resource : List.of("twice", "z", "free", "y")) {
      lane.add(wish(resource), System.nanoTime());
    }
    Batch batch = lane.next(System.nanoTime());
    assertThat(batch.passes()).isEqualTo(1);
    assertThat(batch.giveBacks())
        .extracting(GiveBack::resource)
        .containsExactly("y", "other", "twice", "twice", "z");
    assertThat(batch.bids())
        .extracting(bid -> bid.acquisition().firstResource())
        .containsExactly("y", "twice", "z", "free");
    assertThat(batch.parts()).containsExactly(Part.PASS, Part.RELEASE, Part.ACQUIRE);
    assertThat(batch.split()).allMatch(part -> part.passes() == 0);
  }

  @Test
  @DisplayName("a batch of nothing but what is passed on is one part")
  void nothingElse() {
    Lane lane = new Lane(0);
    lane.add(release("y"), System.nanoTime());
    lane.add(wish("y"), System.nanoTime());
    assertThat(lane.next(System.nanoTime()).parts()).containsExactly(Part.PASS);
  }

  // Callers that took and released were half a round apart, and each batch of some releases and
  // some
  // acquisitions waited for the disk: two durable commits a pair instead of one.
  @Test
  @DisplayName(
      "releases that are waited for go before acquisitions of others, once, and not durably")
  void releasesFirst() {
    Lane lane = new Lane(0);
    lane.add(release("a"), System.nanoTime());
    lane.add(wish("b"), System.nanoTime());
    Batch first = lane.next(System.nanoTime());
    assertThat(first.isRelaxed()).isTrue();
    assertThat(first.giveBacks()).hasSize(1);
    assertThat(lane.isReady(System.nanoTime())).as("the others follow at once").isTrue();
    lane.add(release("c"), System.nanoTime());
    assertThat(lane.next(System.nanoTime()).parts())
        .as("nobody waits twice")
        .containsExactly(Part.RELEASE, Part.ACQUIRE);
    assertThat(lane.isEmpty()).isTrue();
  }

  @Test
  @DisplayName("releases do not go first for who waits, where a renewal is due, or past a crowd")
  void releasesNotFirst() {
    Lane waiting = new Lane(0);
    waiting.add(release("a"), System.nanoTime());
    LeaseOptions patient = LeaseOptions.defaults().withWait(TTL);
    waiting.add(new Acquisition(List.of("a"), patient, Caller.NOBODY), System.nanoTime());
    waiting.add(wish("b"), System.nanoTime());
    assertThat(waiting.next(System.nanoTime()).parts()).containsExactly(Part.PASS, Part.ACQUIRE);

    Lane renewing = new Lane(0);
    renewing.add(release("a"), System.nanoTime());
    renewing.add(wish("b"), System.nanoTime());
    renewing.add(new Renewal(new Proof("x", 1, Token.random()), TTL, null, null));
    assertThat(renewing.next(System.nanoTime()).parts())
        .containsExactly(Part.RELEASE, Part.RENEW, Part.ACQUIRE);

    Lane crowded = new Lane(0);
    crowded.add(release("a"), System.nanoTime());
    for (int i = 0; i < 9; i++) {
      crowded.add(wish("b" + i), System.nanoTime());
    }
    assertThat(crowded.next(System.nanoTime()).parts()).containsExactly(Part.RELEASE, Part.ACQUIRE);

    Lane closed = new Lane(0);
    closed.add(unclear("a"), System.nanoTime());
    closed.add(wish("b"), System.nanoTime());
    assertThat(closed.next(System.nanoTime()).parts()).containsExactly(Part.RELEASE, Part.ACQUIRE);
  }

  private static Acquisition wish(String resource) {
    LeaseOptions noWait = LeaseOptions.defaults().withWait(Duration.ZERO);
    return new Acquisition(List.of(resource), noWait, Caller.NOBODY);
  }

  /** Of a grant that was perhaps made. */
  private static GiveBack unclear(String resource) {
    return new GiveBack(
        resource, null, Token.random(), new CompletableFuture<>(), false, Long.MAX_VALUE);
  }

  private static GiveBack release() {
    return release("x");
  }

  private static GiveBack release(String resource) {
    return new GiveBack(
        resource, 1L, Token.random(), new CompletableFuture<>(), true, Long.MAX_VALUE);
  }
}
