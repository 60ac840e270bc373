package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Proof;
import dev.holdfast.lease.Batch.Renewal;
import dev.holdfast.lease.Incidents.Kind;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What the database said of hand-overs that this process made by itself. */
final class SuccessionSettler {

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final UUID process;
  private final LeaseKeeper keeper;
  private final Tidings tidings;
  private final Events events;

  SuccessionSettler(UUID process, LeaseKeeper keeper, Tidings tidings, Events events) {
    this.process = process;
    this.keeper = keeper;
    this.tidings = tidings;
    this.events = events;
  }

  void settle(Lane lane, List<Succession> successions, @Nullable Answer[] answers, long sentAt) {
    for (int i = 0; i < answers.length; i++) {
      Succession succession = successions.get(i);
      Answer answer = answers[i];
      if (answer == null || answer.is("busy")) {
        blocked(lane, succession, answer);
      } else if (answer.is("recorded") || answer.is("repeated")) {
        recorded(lane, succession, answer, sentAt);
      } else {
        lost(lane, succession, answer);
      }
    }
  }

  private void recorded(Lane lane, Succession succession, Answer answer, long sentAt) {
    Lease last = succession.last().to();
    tellReleased(succession, answer);
    succession.handOvers().forEach(each -> each.to().heritage().recorded(answer));
    Succession following = lane.successions.following(last.resource());
    if (following == null) {
      BidSettler.promise(lane, last);
    } else {
      following.last().to().heritage().promise(last.fence() + Promise.FENCES);
    }
    keeper.renewed(last, last.ttl(), sentAt);
    if (answer.is("recorded") && (answer.next() == null || answer.next().equals(process))) {
      lane.queues.endHandOvers(last.resource()); // nobody elsewhere was passed
    }
    GiveBack later = lane.successions.takeLater(last);
    if (later != null) {
      lane.add(later.until(sentAt + last.ttl().toNanos()), System.nanoTime());
      lane.recorded(last.resource());
    }
  }

  /**
   * The row is locked, most likely by a guard of the lease that the database knows. From now on
   * what is done with this resource goes through the database, which sees who guards it.
   */
  private void blocked(Lane lane, Succession succession, @Nullable Answer answer) {
    long now = System.nanoTime();
    String resource = succession.resource();
    if (answer != null) {
      tellReleased(succession, answer); // it was ours
    }
    succession.blocked(now);
    lane.successions.putBack(succession);
    lane.successions.transferable.isGuarded(resource);
    lane.recorded(resource); // who waited for that hears what the database says
    Lease last = succession.last().to();
    if (lane.successions.isLater(last)) {
      CompletableFuture<Answer> done = letEnd(lane, succession);
      done.thenAccept(
          ended -> {
            if (ended.is("renewed")) {
              succession.over();
            }
          });
    } else if (now - last.sentAt() >= last.ttl().toNanos() / 3) {
      keepAlive(lane, succession.first(), last, now);
    }
  }

  /** What the database has of it ends at once, and keeps what was promised with it. */
  private static CompletableFuture<Answer> letEnd(Lane lane, Succession succession) {
    CompletableFuture<Answer> done = new CompletableFuture<>();
    lane.add(new Renewal(proofOf(succession.first()), AT_ONCE, null, done));
    return done;
  }

  /** By the lease that the database knows: its renewal passes a guard. */
  private void keepAlive(Lane lane, GiveBack first, Lease last, long now) {
    CompletableFuture<Answer> done = new CompletableFuture<>();
    lane.add(new Renewal(proofOf(first), last.ttl(), null, done));
    done.thenAccept(
        answer -> {
          if (answer.is("renewed") && !last.heritage().isRecorded()) {
            last.renewed(last.ttl(), now); // counted from before it was sent
          }
        });
  }

  /** Taken away while we handed it over: who followed last does not have it any more. */
  private void lost(Lane lane, Succession succession, Answer answer) {
    long fence = succession.last().to().fence() - succession.steps();
    String why = Settler.whyLost(fence, answer);
    end(lane, succession, answer, why);
    if (answer.is("lost") && !succession.isOver()) {
      events.incidents().add(Kind.LATE_RELEASE, succession.resource(), fence, null, why);
    }
  }

  /** The database refuses to record it, for a reason that does not pass. */
  void giveUp(Lane lane, Succession succession, RuntimeException error) {
    succession.handOvers().forEach(each -> each.from().done().completeExceptionally(error));
    end(lane, succession, Answer.GONE, "its hand-over could not be recorded: " + error);
  }

  private void end(Lane lane, Succession succession, Answer answer, String why) {
    boolean inTime = answer.is("passed") || succession.isOver();
    if (inTime) {
      tellReleased(succession, answer);
    }
    Succession following = lane.successions.takeFollowing(succession.resource());
    if (following != null) {
      succession.append(following);
    }
    Lease last = succession.last().to();
    keeper.lose(last, why);
    succession.takeUntold().forEach(each -> tellReleased(each.from(), answer, false));
    succession.handOvers().forEach(each -> each.to().heritage().recorded(answer));
    lane.successions.transferable.isGone(last.resource(), last.fence());
    lane.queues.endHandOvers(last.resource());
    if (succession.placed) {
      lane.queues.leavePlace(last.resource());
    }
    // If it is there still and could not be recorded for another reason, nobody would free it.
    letEnd(lane, succession);
    GiveBack later = lane.successions.takeLater(last);
    if (later != null) {
      boolean ours = succession.isOver();
      tellReleased(later, ours ? answer.ofRelease() : answer, ours);
      lane.recorded(last.resource());
    }
  }

  private void tellReleased(Succession succession, Answer answer) {
    succession.takeUntold().forEach(each -> tellReleased(each.from(), answer.ofRelease(), true));
  }

  private static Proof proofOf(GiveBack giveBack) {
    Lease lease = giveBack.lease();
    if (lease == null) {
      throw new IllegalStateException("nothing that was kept here");
    }
    return Proof.of(lease);
  }

  private void tellReleased(GiveBack giveBack, Answer answer, boolean inTime) {
    tidings.add(() -> giveBack.done().complete(answer));
    Long fence = giveBack.fence();
    events.tell(() -> new LeaseReleased(giveBack.resource(), fence == null ? 0 : fence, inTime));
  }
}
