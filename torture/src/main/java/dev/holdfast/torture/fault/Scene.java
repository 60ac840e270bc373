package dev.holdfast.torture.fault;

import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.cluster.Pair;
import dev.holdfast.torture.cluster.Servers;
import dev.holdfast.torture.workload.Crew;
import dev.holdfast.torture.workload.OutsideResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a fault can reach: the servers, the processes, the seeded chance. */
public final class Scene {

  private final Servers servers;
  private final Crew crew;
  private final OutsideResource outside;
  private final Random chance;
  private final List<String> complaints = new ArrayList<>();
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

  /** Whom the next fault hits, if it hits one. */
  void chooseVictim() {
    victim = chance.nextInt(crew.size());
  }

  int victimIndex() {
    return victim;
  }

  Crew.Member victim() {
    return crew.member(victim);
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

  static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
    }
  }
}
