package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Renewal;
import dev.holdfast.lease.Incidents.Kind;
import dev.holdfast.lease.Succession.HandOver;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the database said of hand-overs that this process made by itself. */
final class SuccessionSettler {

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
        lane.successions.putBack(succession, System.nanoTime() + Settler.LOCKED_ROW_NAP);
      } else if (answer.is("lost")) {
        lost(lane, succession, answer);
      } else {
        recorded(lane, succession, answer, sentAt);
      }
    }
  }

  private void recorded(Lane lane, Succession succession, Answer answer, long sentAt) {
    Lease last = succession.last().to();
    long promised = last.fence() + Promise.FENCES;
    for (HandOver handOver : succession.handOvers()) {
      tellReleased(handOver.from(), answer.ofRelease(), true);
      handOver.to().heritage().recorded(answer);
    }
    last.heritage().promise(promised);
    Succession following = lane.successions.following(last.resource());
    if (following != null) {
      following.last().to().heritage().promise(promised);
    }
    if (answer.is("repeated")) {
      // its end was set for a request that was sent earlier, nobody knows when
      lane.add(Renewal.of(last));
    } else {
      keeper.renewed(last, last.ttl(), sentAt);
    }
    if (answer.next() == null || answer.next().equals(process)) {
      lane.queues.endHandOvers(last.resource()); // nobody elsewhere was passed
    }
    GiveBack later = lane.successions.takeLater(last);
    if (later != null) {
      lane.add(later, System.nanoTime());
      lane.recorded(last.resource());
    }
  }

  /** Taken away while we handed it over: none of those who followed has it any more. */
  private void lost(Lane lane, Succession succession, Answer answer) {
    long fence = succession.last().to().fence() - succession.steps();
    String why = Settler.whyLost(fence, answer);
    end(lane, succession, answer, why);
    events.incidents().add(Kind.LATE_RELEASE, succession.resource(), fence, null, why);
  }

  /** The database refuses to record it, for a reason that does not pass. */
  void giveUp(Lane lane, Succession succession, RuntimeException error) {
    succession.handOvers().forEach(each -> each.from().done().completeExceptionally(error));
    end(lane, succession, Answer.GONE, "its hand-over could not be recorded: " + error);
  }

  private void end(Lane lane, Succession succession, Answer answer, String why) {
    Succession following = lane.successions.takeFollowing(succession.resource());
    if (following != null) {
      succession.append(following);
    }
    Lease last = succession.last().to();
    keeper.lose(last, why);
    for (HandOver handOver : succession.handOvers()) {
      tellReleased(handOver.from(), answer, false);
      handOver.to().heritage().recorded(answer);
    }
    GiveBack later = lane.successions.takeLater(last);
    if (later != null) {
      tellReleased(later, answer, false);
      lane.recorded(last.resource());
    }
  }

  private void tellReleased(GiveBack giveBack, Answer answer, boolean inTime) {
    tidings.add(() -> giveBack.done().complete(answer));
    Long fence = giveBack.fence();
    events.tell(() -> new LeaseReleased(giveBack.resource(), fence == null ? 0 : fence, inTime));
  }
}
