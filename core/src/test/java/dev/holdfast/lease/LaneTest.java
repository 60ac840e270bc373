package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Batch.GiveBack;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What goes into a batch while another one is at the database. */
class LaneTest {

  private final Lane lane = new Lane(0);
  private final long now = System.nanoTime();

  @Test
  @DisplayName("an acquisition waits for the batch that has its release")
  void tryBehindRelease() {
    lane.add(giveBack("x"), now);
    Batch away = lane.next(now);
    lane.left(away);
    lane.add(wish("x", false), now);
    lane.add(wish("y", false), now);
    assertThat(lane.next(now).resources()).containsExactly("y");
    assertThat(lane.nextLook(now)).as("nobody spins meanwhile").isGreaterThan(now);
    lane.isBack(away);
    assertThat(lane.isReady(now)).isTrue();
    assertThat(lane.next(now).resources()).containsExactly("x");
  }

  @Test
  @DisplayName("a release waits for the batch that has something of the same resource")
  void releaseBehindQuestion() {
    lane.add(wish("x", false), now);
    Batch away = lane.next(now);
    lane.left(away);
    lane.add(giveBack("x"), now);
    lane.add(giveBack("y"), now);
    assertThat(lane.next(now).resources()).containsExactly("y");
    lane.isBack(away);
    assertThat(lane.next(now).resources()).containsExactly("x");
  }

  @Test
  @DisplayName("who waits does not ask twice at a time, and several together wait for each of them")
  void queueAndGroup() {
    lane.add(wish("x", true), now);
    Batch away = lane.next(now);
    lane.left(away);
    lane.add(wish("x", true), now);
    lane.add(new Acquisition(List.of("y", "x"), LeaseOptions.defaults(), false), now);
    assertThat(lane.next(now).isEmpty()).isTrue();
    lane.isBack(away);
    assertThat(lane.next(now).isEmpty()).isFalse();
  }

  @Test
  @DisplayName("news that comes while the question is away is not lost: it is asked again at once")
  void stirred() {
    lane.add(wish("x", true), now);
    lane.left(lane.next(now));
    lane.queues.tryBy("x", now);
    WaitQueue queue = lane.queues.find("x");
    assertThat(queue).isNotNull();
    lane.queues.askAgain(queue, now + TimeUnit.HOURS.toNanos(1));
    assertThat(queue.nextTry() - System.nanoTime()).isLessThanOrEqualTo(0);
  }

  @Test
  @DisplayName("without news it is asked again when its time has come")
  void notStirred() {
    lane.queues.tryBy("x", now);
    lane.add(wish("x", true), now);
    lane.left(lane.next(now));
    WaitQueue queue = lane.queues.find("x");
    assertThat(queue).isNotNull();
    lane.queues.askAgain(queue, now + TimeUnit.HOURS.toNanos(1));
    assertThat(queue.nextTry()).isEqualTo(now + TimeUnit.HOURS.toNanos(1));
  }

  @Test
  @DisplayName("a queue that was left while its question is away is left when the answer is there")
  void leavesLater() {
    Acquisition wish = wish("x", true);
    lane.add(wish, now);
    Batch away = lane.next(now);
    lane.left(away);
    WaitQueue queue = lane.queues.find("x");
    assertThat(queue).isNotNull();
    queue.queuedUp = true;
    lane.queues.remove(queue, wish);
    assertThat(lane.hasLeft()).isFalse();
    assertThat(lane.takeLeft()).isEmpty();
    lane.isBack(away);
    assertThat(lane.hasLeft()).isTrue();
    assertThat(lane.takeLeft()).containsExactly("x");
    assertThat(lane.takeLeft()).isEmpty();
  }

  private static Acquisition wish(String resource, boolean waits) {
    LeaseOptions options =
        LeaseOptions.defaults().withWait(waits ? Duration.ofSeconds(5) : Duration.ZERO);
    return new Acquisition(List.of(resource), options, waits);
  }

  private static GiveBack giveBack(String resource) {
    return new GiveBack(
        resource, 1L, Token.random(), new CompletableFuture<>(), true, Long.MAX_VALUE);
  }
}
