package dev.holdfast.torture.fault;

import static dev.holdfast.torture.check.Invariant.C;
import static dev.holdfast.torture.check.Invariant.D;
import static dev.holdfast.torture.check.Invariant.O;
import static dev.holdfast.torture.check.Invariant.S;
import static dev.holdfast.torture.check.Invariant.V;
import static dev.holdfast.torture.check.Invariant.W;
import static dev.holdfast.torture.check.Invariant.X;

import dev.holdfast.testkit.Eventually;
import dev.holdfast.torture.check.Invariant;
import dev.holdfast.torture.cluster.Pair;
import java.time.Duration;
import java.util.Set;

/** 13 to 16: a standby takes over, or is waited for in vain. */
final class FailoverFaults {
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final String WAITING =
      "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";

  private static final String CANCEL =
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";

  private FailoverFaults() {}

  private static void awaitSyncWait(Scene scene) {
    Eventually.holds(
        "a commit waits for the standby", SOON, () -> !"0".equals(scene.server().ask(WAITING)));
  }

  /** The standby takes over; everybody's connections lead there. */
  static void failOver(Scene scene) {
    scene.pair().failOver();
    scene.followPrimary();
  }

  record Asynchronous() implements Fault {
    @Override
    public int number() {
      return 13;
    }

    @Override
    public String title() {
      return "failover to a standby that missed the last commits";
    }

    @Override
    public Stage stage() {
      return Stage.ASYNCHRONOUS;
    }

    /** What it missed is gone: only the pair of epoch and fence still rises. */
    @Override
    public Set<Invariant> suspended() {
      return Set.of(X, W, D, S, V, C, O);
    }

    @Override
    public void inject(Scene scene) {
      int before = scene.pair().epoch();
      scene.pair().standby().pause();
      Scene.pause(Duration.ofMillis(300 + scene.chance().nextInt(1_000)));
      scene.pair().primary().kill();
      scene.pair().standby().resume();
      failOver(scene);
      if (scene.pair().epoch() <= before) {
        scene.complain("the epoch did not rise with the failover");
      }
    }

    @Override
    public void heal(Scene scene) {
      scene.pair().rejoin();
    }
  }

  record Synchronous() implements Fault {
    @Override
    public int number() {
      return 14;
    }

    @Override
    public String title() {
      return "failover to the synchronous standby";
    }

    @Override
    public Stage stage() {
      return Stage.SYNCHRONOUS;
    }

    @Override
    public void inject(Scene scene) {
      failOver(scene);
    }

    @Override
    public void heal(Scene scene) {
      scene.pair().rejoin();
    }
  }

  /**
   * The wait is cancelled, and then the primary dies: whatever was told as done in between may be
   * nowhere.
   */
  record CancelledWait() implements Fault {
    @Override
    public int number() {
      return 15;
    }

    @Override
    public String title() {
      return "cancelled waits for the standby, then failover";
    }

    @Override
    public Stage stage() {
      return Stage.SYNCHRONOUS;
    }

    @Override
    public void inject(Scene scene) {
      scene.pair().standby().pause();
      for (int i = 0; i < 4; i++) {
        awaitSyncWait(scene);
        scene.server().ask(CANCEL);
        Scene.pause(Duration.ofMillis(200));
      }
      scene.pair().primary().kill();
      scene.pair().standby().resume();
      failOver(scene);
    }

    @Override
    public void heal(Scene scene) {
      scene.pair().rejoin();
    }
  }

  record KilledInWait() implements Fault {
    @Override
    public int number() {
      return 16;
    }

    @Override
    public String title() {
      return "primary killed while commits wait for the standby, restarted";
    }

    @Override
    public Stage stage() {
      return Stage.SYNCHRONOUS;
    }

    @Override
    public void inject(Scene scene) {
      scene.pair().standby().pause();
      awaitSyncWait(scene);
      scene.pair().primary().kill();
    }

    @Override
    public void heal(Scene scene) {
      Pair pair = scene.pair();
      pair.standby().resume();
      ServerFaults.up(pair.primary());
      pair.awaitSynchronous();
    }
  }
}
