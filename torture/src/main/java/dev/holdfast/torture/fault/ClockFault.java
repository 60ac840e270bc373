package dev.holdfast.torture.fault;

import dev.holdfast.torture.check.Invariant;
import dev.holdfast.torture.cluster.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** 18: the server's clock jumps, or runs at another rate. */
record ClockFault() implements Fault {
  private static final List<String> STEPS = List.of("+60s", "-1h", "+0 x1.1");

  @Override
  public int number() {
    return 18;
  }

  @Override
  public String title() {
    return "server clock +60 s, -1 h, or 1.1 times as fast";
  }

  @Override
  public Stage stage() {
    return Stage.CLOCK;
  }

  /** A clock that jumps ahead ends leases under their holders: the guard is what holds. */
  @Override
  public Set<Invariant> suspended() {
    return Set.of(Invariant.X);
  }

  @Override
  public Duration lasts(Scene scene) {
    return scene.ttl().multipliedBy(2);
  }

  @Override
  public void inject(Scene scene) {
    clock(scene).set(STEPS.get(scene.chance().nextInt(STEPS.size())));
  }

  @Override
  public void heal(Scene scene) {
    clock(scene).set("+0");
  }

  private static FakeClock clock(Scene scene) {
    return Objects.requireNonNull(scene.servers().clock(), "this stage has a clock");
  }
}
