package dev.holdfast.torture.fault;

import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.cluster.Pair;
import dev.holdfast.torture.cluster.Servers;
import dev.holdfast.torture.workload.Crew;
import dev.holdfast.torture.workload.Job;
import dev.holdfast.torture.workload.OutsideResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** What a fault can reach: the servers, the processes, the seeded chance. */
public final class Scene {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final Servers servers;
  private final Crew crew;
  private final OutsideResource outside;
  private final Random chance;
  private final List<String> complaints = new ArrayList<>();
  private Evidence evidence = new Evidence();
  private int victim;

  public Scene(Servers servers, Crew crew, OutsideResource outside, Random chance) {
    this.servers = servers;
    this.crew = crew;
    this.outside = outside;
    this.chance = chance;
  }

  Servers servers() {
    return servers;
  }

  /** The server that counts at the moment. */
  Instance server() {
    return servers.current();
  }

  Pair pair() {
    return Objects.requireNonNull(servers.pair(), "this stage has a pair");
  }

  Crew crew() {
    return crew;
  }

  OutsideResource outside() {
    return outside;
  }

  Random chance() {
    return chance;
  }

  Duration ttl() {
    return crew.ttl();
  }

  /**
   * A new strike: chooses whom it hits, if it hits one, and answers where it is told what it hit.
   */
  Evidence begin() {
    victim = chance.nextInt(crew.size());
    evidence = new Evidence();
    return evidence;
  }

  /**
   * What the strike hit, seen from outside of it: not what was ordered, but what it did. Each piece
   * has to be there; a strike of which one is zero, or that tells of none, missed.
   */
  void hit(long count, String what) {
    evidence.add(count, what);
  }

  int victimIndex() {
    return victim;
  }

  Crew.Member victim() {
    return crew.member(victim);
  }

  /** A number from the database in which all happens. */
  long count(String sql, String... values) {
    return Long.parseLong(String.valueOf(server().askIn(Job.DATABASE, sql, values)));
  }

  /** Something that is not as it was promised, and that the history does not show. */
  void complain(String what) {
    complaints.add(what);
  }

  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Everybody's network leads to the primary from now on. */
  void followPrimary() {
    crew.members().forEach(m -> m.proxy().retarget(server().address()));
  }

  /** The first number above zero; looks again and again, and answers 0 if there is none in time. */
  static long firstAbove(Duration within, LongSupplier look) {
    long end = System.nanoTime() + within.toNanos();
    long seen = look.getAsLong();
    while (seen <= 0 && System.nanoTime() < end) {
      pause(LOOK_AGAIN);
      seen = look.getAsLong();
    }
    return Math.max(0, seen);
  }

  static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
    }
  }
}
