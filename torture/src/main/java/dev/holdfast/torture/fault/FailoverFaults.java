package dev.holdfast.torture.fault;

import static dev.holdfast.torture.check.Invariant.C;
import static dev.holdfast.torture.check.Invariant.D;
import static dev.holdfast.torture.check.Invariant.O;
import static dev.holdfast.torture.check.Invariant.S;
import static dev.holdfast.torture.check.Invariant.T;
import static dev.holdfast.torture.check.Invariant.V;
import static dev.holdfast.torture.check.Invariant.W;
import static dev.holdfast.torture.check.Invariant.X;

import dev.holdfast.torture.check.Invariant;
import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.cluster.Pair;
import java.time.Duration;
import java.util.Set;

/** 13 to 16: a standby takes over, or is waited for in vain. */
final class FailoverFaults {
  private static final Duration SOON = Duration.ofSeconds(10);

  /** What a failover without a synchronous standby loses: only (epoch, fence) still rises. */
  static final Set<Invariant> LOST = Set.of(X, W, D, T, S, V, C, O);

  /** For longer than a standby takes that is there. */
  private static final String WAITING =
      """
      select count(*) from pg_stat_activity
      where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '300 ms'
      """;

  private static final String CANCEL =
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";

  /** Transactions are numbered: a new primary goes on behind the last that it knows of. */
  private static final String NEXT = "select pg_snapshot_xmax(pg_current_snapshot())";

  private FailoverFaults() {}

  /** How many commits wait for the standby, as soon as there are some. */
  private static long awaitSyncWait(Scene scene) {
    return Scene.firstAbove(SOON, () -> scene.count(WAITING));
  }

  /** The primary dies with what the standby, which was cut off, has not seen. */
  private static void failOverWithLoss(Scene scene) {
    Pair pair = scene.pair();
    long last = scene.count(NEXT);
    pair.primary().kill();
    pair.standby().resume();
    pair.failOver();
    scene.hit(last - scene.count(NEXT), "transactions that the new primary misses");
    scene.followPrimary();
  }

  /** The standby takes over; everybody's connections lead there. */
  static void failOver(Scene scene) {
    scene.pair().failOver();
    scene.followPrimary();
  }

  /** One that ends with the old primary as a standby. */
  private abstract static class Failover extends Numbered {
    Failover(int number, String title, Stage stage) {
      super(number, title, stage, 0.5);
    }

    @Override
    public void heal(Scene scene) {
      scene.pair().rejoin();
    }
  }

  static final class Asynchronous extends Failover {
    Asynchronous() {
      super(13, "failover to a standby that missed the last commits", Stage.ASYNCHRONOUS);
    }

    @Override
    public Set<Invariant> suspended() {
      return LOST;
    }

    @Override
    public void inject(Scene scene) {
      Pair pair = scene.pair();
      int epoch = pair.epoch();
      pair.cutOffStandby();
      long first = scene.count(NEXT);
      Scene.pause(Duration.ofMillis(300 + scene.chance().nextInt(1_000)));
      Scene.firstAbove(SOON, () -> scene.count(NEXT) - first);
      failOverWithLoss(scene);
      if (pair.epoch() <= epoch) {
        scene.complain("the epoch did not rise with the failover");
      }
    }
  }

  static final class Synchronous extends Failover {
    Synchronous() {
      super(14, "failover to the synchronous standby", Stage.SYNCHRONOUS);
    }

    @Override
    public void inject(Scene scene) {
      int epoch = scene.pair().epoch();
      failOver(scene);
      scene.hit(scene.pair().epoch() - epoch, "new timeline");
    }
  }

  /**
   * The wait is cancelled, and then the primary dies: whatever was told as done in between may be
   * nowhere.
   */
  static final class CancelledWait extends Failover {
    private static final String CANCELLED = "canceling wait for synchronous replication";

    CancelledWait() {
      super(15, "cancelled waits for the standby, then failover", Stage.SYNCHRONOUS);
    }

    @Override
    public void inject(Scene scene) {
      Instance primary = scene.pair().primary();
      long mark = primary.layout().logEnd();
      scene.pair().cutOffStandby();
      for (int i = 0; i < 4; i++) {
        awaitSyncWait(scene);
        primary.ask(CANCEL);
        Scene.pause(Duration.ofMillis(200));
      }
      scene.hit(primary.layout().logged(mark, CANCELLED), "cancelled waits");
      failOverWithLoss(scene);
    }
  }

  static final class KilledInWait extends ServerFaults.Reborn {
    KilledInWait() {
      super(
          16,
          "primary killed while commits wait for the standby, restarted",
          Stage.SYNCHRONOUS,
          ServerFaults.POSTMASTER);
    }

    @Override
    void end(Scene scene) {
      scene.pair().standby().pause();
      scene.hit(awaitSyncWait(scene), "commits that waited");
      scene.pair().primary().kill();
    }

    @Override
    public void heal(Scene scene) {
      scene.pair().standby().resume();
      super.heal(scene);
      scene.pair().awaitSynchronous();
    }
  }
}
