package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.HoldfastEvent.LeasesRenewed;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Renewal;
import dev.holdfast.lease.Incidents.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Gives each operation of a batch its answer. Run by who has the helm. */
final class Settler {

  /** How soon an operation that found its row locked comes back. */
  static final long LOCKED_ROW_NAP = TimeUnit.MILLISECONDS.toNanos(1);

  /** Who is to be woken after a batch that could not do it itself. */
  record WakeUp(String resource, UUID process) {}

  private final UUID process;
  private final BidSettler bidSettler;
  private final SuccessionSettler successionSettler;
  private final LeaseKeeper keeper;
  private final Tidings tidings;
  private final Events events;

  Settler(UUID process, BidSettler bidSettler, LeaseKeeper keeper, Tidings tidings, Events events) {
    this.process = process;
    this.tidings = tidings;
    this.bidSettler = bidSettler;
    this.successionSettler = new SuccessionSettler(process, keeper, tidings, events);
    this.keeper = keeper;
    this.events = events;
  }

  Tidings tidings() {
    return tidings;
  }

  /** Answers who else is waiting for what was released here and not granted again. */
  List<WakeUp> settle(Lane lane, Batch batch, List<Answer> answers, long sentAt) {
    @Nullable Answer[] successions = new Answer[batch.successions().size()];
    @Nullable Answer[] releases = new Answer[batch.giveBacks().size()];
    @Nullable Answer[] renewals = new Answer[batch.renewals().size()];
    @Nullable Answer[] rows =
        new Answer[batch.bids().stream().mapToInt(bid -> bid.acquisition().resources.size()).sum()];
    for (Answer answer : answers) {
      switch (answer.part()) {
        case "succeed" -> successions[answer.no() - 1] = answer;
        case "release" -> releases[answer.no() - 1] = answer;
        case "renew" -> renewals[answer.no() - 1] = answer;
        case "pass" -> {
          releases[answer.no() - 1] = answer.ofRelease();
          rows[answer.no() - 1] = answer.ofGrant(); // of one resource each, and the first
        }
        default -> rows[answer.no() - 1] = answer;
      }
    }
    successionSettler.settle(lane, batch.successions(), successions, sentAt);
    Set<String> granted = new HashSet<>();
    int row = 0;
    for (Batch.Bid bid : batch.bids()) {
      int size = bid.acquisition().resources.size();
      bidSettler.settle(lane, bid, Arrays.asList(rows).subList(row, row + size), sentAt, granted);
      row += size;
    }
    settleRenewals(lane, batch.renewals(), renewals, sentAt);
    return settleReleases(lane, batch, releases, granted);
  }

  /** Hand-overs that the database will never record. */
  void giveUp(Lane lane, Succession succession, RuntimeException error) {
    successionSettler.giveUp(lane, succession, error);
  }

  private List<WakeUp> settleReleases(
      Lane lane, Batch batch, @Nullable Answer[] answers, Set<String> granted) {
    List<WakeUp> wakeUps = new ArrayList<>();
    long now = System.nanoTime();
    for (int i = 0; i < answers.length; i++) {
      GiveBack giveBack = batch.giveBacks().get(i);
      Answer answer = answers[i];
      if (answer == null || (answer.is("busy") && giveBack.worthlessAt() - now > 0)) {
        lane.rest(giveBack, now + LOCKED_ROW_NAP);
        continue;
      }
      boolean inTime = answer.is("released");
      boolean handedOver = granted.contains(giveBack.resource());
      if (giveBack.awaited() && !handedOver) {
        tidings.addAnswer(() -> giveBack.done().complete(answer));
      } else {
        tidings.add(() -> giveBack.done().complete(answer));
      }
      Long ours = giveBack.fence();
      long fence = ours == null ? answer.fence() : ours;
      if (ours != null && answer.is("lost") && !answer.isHeldAs(ours)) {
        String why = whyLost(ours, answer);
        events.incidents().add(Kind.LATE_RELEASE, giveBack.resource(), ours, null, why);
      }
      events.tell(() -> new LeaseReleased(giveBack.resource(), fence, inTime));
      UUID next = answer.next();
      if (next == null || next.equals(process)) {
        lane.queues.endHandOvers(giveBack.resource()); // nobody elsewhere was passed
      }
      if (next != null && !batch.isRelaxed() && !handedOver) {
        wakeUps.add(new WakeUp(giveBack.resource(), next));
      }
    }
    return wakeUps;
  }

  private void settleRenewals(
      Lane lane, List<Renewal> renewals, @Nullable Answer[] answers, long sentAt) {
    if (renewals.isEmpty()) {
      return;
    }
    int lost = 0;
    for (int i = 0; i < answers.length; i++) {
      Renewal renewal = renewals.get(i);
      Lease lease = renewal.lease();
      Answer answer = answers[i];
      if (answer == null || answer.is("renewed")) {
        boolean inTime = lease == null || keeper.renewed(lease, renewal.ttl(), sentAt);
        if (!inTime && lease != null && renewal.asked() != null) {
          // given back meanwhile: whoever had it next would believe in an end that was farther
          lane.successions.transferable.isGone(lease.resource(), lease.fence());
        }
        if (answer != null) {
          tidings.add(() -> renewal.answer(inTime ? answer : Answer.GONE));
        }
      } else if (answer.is("lost")) {
        lost++;
        if (lease != null) {
          lane.successions.transferable.isGone(lease.resource(), lease.fence());
          keeper.lose(lease, whyLost(lease.fence(), answer));
        }
        tidings.add(() -> renewal.answer(answer));
      } else {
        keeper.renewSoon(renewal);
      }
    }
    int losers = lost;
    events.tell(() -> new LeasesRenewed(renewals.size(), losers));
  }

  /** What became of the lease with that fence, for people. */
  static String whyLost(long fence, Answer loss) {
    Answer.Standing there = loss.standing();
    if (there == null || there.holder() == null) {
      return "it is gone from the database";
    }
    if (loss.fence() > fence) {
      return there.holder() + " took it over with fence " + loss.fence();
    }
    return there.until() != null && there.until().isBefore(there.at())
        ? "it ended at " + there.until() + ", by time or by force"
        : "it was released";
  }
}
