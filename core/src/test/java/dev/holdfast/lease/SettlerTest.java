package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Batch.Bid;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Queueing;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettlerTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  private final Tidings tidings = new Tidings();
  private final Events events = new Events(List.of());

  @AfterEach
  void closeLab() {
    lab.close();
  }

  /** Settles a batch of one release and one bid for the same name; how many it expects back. */
  private int expectedAfter(boolean handOver) {
    Lease any = lab.open().leases().acquire("any");
    BidSettler.Keep keep =
        new BidSettler.Keep() {
          @Override
          public Lease hold(Grant grant) {
            return any;
          }

          @Override
          public Lease hold(Grant grant, Lease before) {
            return any;
          }

          @Override
          public boolean isClosed() {
            return false;
          }
        };
    BidSettler bids = new BidSettler(keep, () -> true, "me", tidings, events);
    LeaseKeeper keeper = new LeaseKeeper(new HeldLeases(), events);
    Settler settler = new Settler(UUID.randomUUID(), bids, keeper, tidings, events);
    LeaseOptions options = LeaseOptions.defaults().withWait(Duration.ofMinutes(1));
    Acquisition wish = new Acquisition(List.of("x"), options, Caller.NOBODY);
    String released = handOver ? "x" : "y";
    GiveBack giveBack =
        new GiveBack(released, 1L, Token.random(), new CompletableFuture<>(), true, Long.MAX_VALUE);
    Bid bid = new Bid(wish, Queueing.MAY_PASS, handOver, false, false, new ArrayList<>());
    Batch batch = new Batch(0, List.of(giveBack), List.of(), List.of(bid));
    Answer.Standing standing = new Answer.Standing("me", null, null, Instant.now());
    settler.settle(
        new Lane(0),
        batch,
        List.of(
            new Answer("release", 1, "released", 1, null, null),
            new Answer("acquire", 1, "granted", 2, standing, null)),
        System.nanoTime());
    tidings.take().forEach(Runnable::run);
    assertThat(giveBack.done()).isCompleted();
    assertThat(wish.granted).isCompleted();
    keeper.close();
    return tidings.takeCallers();
  }

  // Each hand-over of a hot key waited up to a quarter of a millisecond for who had just let go.
  @Test
  @DisplayName("who hands a lease over, and who gets it, are not waited for before the next batch")
  void handOver() {
    assertThat(expectedAfter(true)).isZero();
  }

  @Test
  @DisplayName("who releases, and who acquires something else, often come back together")
  void others() {
    assertThat(expectedAfter(false)).isEqualTo(2);
  }
}
