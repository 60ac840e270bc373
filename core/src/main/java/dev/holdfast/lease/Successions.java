package dev.holdfast.lease;

import dev.holdfast.lease.Batch.GiveBack;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The hand-overs of one bucket that are still to be recorded, and the leases that could be handed
 * over. Only who has the state of the dispatcher touches it.
 */
final class Successions {

  /** Hand-overs that nobody waits for gather for so long: many are one step for the database; */
  static final long NAP = TimeUnit.MILLISECONDS.toNanos(5);

  /** for so long if the last of them was let go meanwhile, and others may want it elsewhere; */
  private static final long SHORT_NAP = TimeUnit.MICROSECONDS.toNanos(100);

  /** and for that part of its ttl at most, since its end comes no later until it is recorded. */
  private static final int PART_OF_TTL = 20;

  /** Of one resource so many are enough: more could use up what was promised. */
  private static final int ENOUGH = Promise.FENCES / 4;

  /** So many that one batch is not much longer than others. */
  private static final int MOST = 1_000;

  private final Map<String, Succession> pending = new LinkedHashMap<>();

  /**
   * Were sent, and their answers lost: they may be recorded, so they go once more as they are. What
   * followed on them waits for that.
   */
  private final Map<String, Succession> unsettled = new LinkedHashMap<>();

  /** Given back before they were recorded: they go afterwards, unless somebody here wants them. */
  private final Map<String, Later> later = new HashMap<>();

  /** Tries for those: an acquisition that follows a release here comes after it. */
  private final Map<String, List<Acquisition>> after = new HashMap<>();

  /** Given back and not sent yet, of what fences were promised for. */
  private final Map<String, GiveBack> heritable = new HashMap<>();

  /** What may be handed over, and what may not be. */
  final Transferable transferable = new Transferable();

  /** A release that waits for its record since then. */
  private record Later(GiveBack giveBack, long since) {}

  /** When the first of the pending ones is gathered. */
  private long gatherUntil;

  private int unrecorded;

  /** Whether so many wait to be recorded that the next hand-over had better wait, too. */
  boolean isFull() {
    return unrecorded >= MOST;
  }

  /** Whether this can't be sent, because the database does not know the lease yet. Keeps it. */
  boolean keep(GiveBack giveBack, long now) {
    Lease lease = giveBack.lease();
    if (lease == null) {
      return false;
    }
    if (lease.heritage().hasPromise()) {
      heritable.put(giveBack.resource(), giveBack);
    }
    if (lease.heritage().isRecorded()) {
      return false;
    }
    later.put(giveBack.resource(), new Later(giveBack, now));
    if (giveBack.awaited()) {
      hurry(giveBack.resource());
    }
    return true;
  }

  /** Whether this has to wait for a release that waits for its record. Keeps it. */
  boolean keep(Acquisition wish) {
    for (String resource : later.isEmpty() ? List.<String>of() : wish.resources) {
      if (later.containsKey(resource) && !isBlocked(resource)) {
        after.computeIfAbsent(resource, r -> new ArrayList<>()).add(wish);
        return true;
      }
    }
    return false;
  }

  /** The first of those who came after a release that waits for its record; null: nobody. */
  @Nullable Acquisition firstAfter(String resource) {
    for (Acquisition wish : after.getOrDefault(resource, List.of())) {
      if (!wish.isOver()) {
        return wish;
      }
    }
    return null;
  }

  /** Those who waited for what is recorded now, or has gone to one of them. */
  List<Acquisition> takeAfter(String resource) {
    if (after.isEmpty() || later.containsKey(resource)) {
      return List.of();
    }
    List<Acquisition> taken = after.remove(resource);
    return taken == null ? List.of() : taken;
  }

  List<Acquisition> allAfter() {
    return after.values().stream().flatMap(List::stream).toList();
  }

  /** What was given back here and could go to somebody else here; null: nothing. */
  @Nullable GiveBack heritable(String resource) {
    return heritable.get(resource);
  }

  Collection<GiveBack> heritable() {
    return List.copyOf(heritable.values());
  }

  /** Whether it was given back here, and the next batch releases it. */
  boolean isThere(String resource) {
    return heritable.containsKey(resource) && !later.containsKey(resource);
  }

  /** Whether something keeps the database from recording what happened to it. */
  boolean isBlocked(String resource) {
    Succession succession = unsettled.getOrDefault(resource, pending.get(resource));
    return succession != null && succession.isBlocked();
  }

  boolean isHeritable(GiveBack giveBack) {
    return giveBack.equals(heritable.get(giveBack.resource()));
  }

  /** It goes to the database, or was handed over. */
  void forget(GiveBack giveBack) {
    heritable.remove(giveBack.resource(), giveBack);
    Later waiting = later.get(giveBack.resource());
    if (waiting != null && waiting.giveBack().equals(giveBack)) {
      later.remove(giveBack.resource());
    }
  }

  /**
   * True: it is to be recorded sooner than was known, and whoever sends has to be told.
   *
   * @param soon whether its resource will soon go to another process
   */
  boolean add(Succession.HandOver handOver, boolean placed, boolean soon) {
    String resource = handOver.from().resource();
    Succession succession = pending.get(resource);
    boolean news = false;
    if (succession == null) {
      long nap = Math.min(NAP, handOver.to().ttl().toNanos() / PART_OF_TTL);
      succession = new Succession(handOver.at(), handOver.at() + nap);
      news = pending.isEmpty() || succession.gatherUntil - gatherUntil < 0;
      gatherUntil = news ? succession.gatherUntil : gatherUntil;
      pending.put(resource, succession);
    }
    succession.add(handOver);
    succession.placed |= placed;
    unrecorded++;
    transferable.may(resource, handOver.to().fence());
    if (soon || succession.steps() >= ENOUGH) {
      news |= succession.hasTime();
      succession.hurry();
    }
    return news;
  }

  /** Whether this is the release of the last one that is to be recorded, if there is any. */
  boolean isNext(GiveBack giveBack) {
    Succession before = pending.get(giveBack.resource());
    before = before == null ? unsettled.get(giveBack.resource()) : before;
    return before == null || before.last().to() == giveBack.lease();
  }

  /** Somebody waits for the record of the last lease of this resource. */
  void hurry(String resource) {
    Succession succession = pending.get(resource);
    if (succession != null) {
      succession.hurry();
    }
  }

  /** Those that can go now; they come back by {@link #putBack} or {@link #again}, or are over. */
  List<Succession> take(long now) {
    if (pending.isEmpty() && unsettled.isEmpty()) {
      return List.of();
    }
    Set<String> notYet = Set.copyOf(unsettled.keySet());
    List<Succession> taken = new ArrayList<>(pending.size() + unsettled.size());
    take(unsettled, Set.of(), now, taken);
    take(pending, notYet, now, taken);
    return taken;
  }

  private void take(
      Map<String, Succession> from, Set<String> notYet, long now, List<Succession> taken) {
    for (Iterator<Succession> all = from.values().iterator(); all.hasNext(); ) {
      Succession next = all.next();
      if (next.notBefore - now <= 0 && !notYet.contains(next.resource())) {
        taken.add(next);
        all.remove();
        unrecorded -= next.steps();
      }
    }
  }

  /** Nobody knows whether it was recorded. */
  void again(Succession succession) {
    unrecorded += succession.steps();
    succession.unsettled();
    unsettled.put(succession.resource(), succession);
  }

  /**
   * It could not be recorded: once more, with what followed meanwhile; but as it is, if it was sent
   * before: what keeps the row locked may be that very record.
   */
  void putBack(Succession succession) {
    if (succession.isUnsettled()) {
      again(succession);
      return;
    }
    unrecorded += succession.steps();
    Succession followed = pending.remove(succession.resource());
    if (followed != null) {
      succession.append(followed);
    }
    pending.put(succession.resource(), succession);
  }

  /** What followed on a lease while its record was made; null: nothing. */
  @Nullable Succession following(String resource) {
    return pending.get(resource);
  }

  @Nullable Succession takeFollowing(String resource) {
    Succession following = pending.remove(resource);
    unrecorded -= following == null ? 0 : following.steps();
    return following;
  }

  /** What was given back and waited for its lease to be recorded, or to be lost; null: nothing. */
  @Nullable GiveBack takeLater(Lease lease) {
    Later waiting = later.get(lease.resource());
    if (waiting == null || waiting.giveBack().lease() != lease) {
      return null;
    }
    forget(waiting.giveBack());
    return waiting.giveBack();
  }

  /** Whether this was given back, and waits for its record. */
  boolean isLater(Lease lease) {
    Later waiting = later.get(lease.resource());
    return waiting != null && waiting.giveBack().lease() == lease;
  }

  boolean isEmpty() {
    return pending.isEmpty() && unsettled.isEmpty() && later.isEmpty();
  }

  /** When the next can go; null: none is there. */
  @Nullable Long nextTime() {
    Long next = null;
    for (Succession succession : unsettled.values()) {
      next = earlier(next, succession.notBefore);
    }
    for (Succession succession : pending.values()) {
      if (!unsettled.containsKey(succession.resource())) {
        next = earlier(next, nextTime(succession));
      }
    }
    return next;
  }

  private long nextTime(Succession succession) {
    Later waiting = later.get(succession.resource());
    return succession.nextTime(
        waiting == null ? succession.gatherUntil : waiting.since() + SHORT_NAP);
  }

  private static Long earlier(@Nullable Long one, long other) {
    return one == null || one - other > 0 ? Long.valueOf(other) : one;
  }
}
