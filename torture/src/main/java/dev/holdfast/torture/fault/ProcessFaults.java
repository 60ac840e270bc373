package dev.holdfast.torture.fault;

import dev.holdfast.testkit.process.ChildJvm;
import dev.holdfast.torture.workload.Crew;
import dev.holdfast.torture.workload.Shape.Activity;
import java.time.Duration;

/** 1 to 4: the holder's process dies, stands still, or its renewer starves. */
final class ProcessFaults {
  private static final Duration SOON = Duration.ofSeconds(20);

  private static final String HELD =
      """
      select count(*) from holdfast.lease
      where holder = ? and resource like ? and token_hash is not null
        and locked_until > clock_timestamp()
      """;

  private ProcessFaults() {}

  /** Stops the victim while it holds leases, as the server sees it, and answers how many. */
  private static long stopHolding(Scene scene) {
    ChildJvm process = scene.victim().process();
    // A worker's own lease is always there: it counts only where there are no others.
    String resources = scene.crew().does(Activity.LEASES) ? "r/%" : "%";
    return Scene.firstAbove(
        SOON,
        () -> {
          process.stop();
          long held = scene.count(HELD, scene.victim().name(), resources);
          if (held == 0) {
            process.cont();
          }
          return held;
        });
  }

  static final class Kill extends Numbered {
    Kill() {
      super(1, "kill -9 a process", 0.5);
    }

    @Override
    public void inject(Scene scene) {
      scene.hit(stopHolding(scene), "leases held");
      scene.victim().process().kill();
      scene.hit(scene.victim().process().isAlive() ? 0 : 1, "process dead");
    }

    @Override
    public void heal(Scene scene) {
      scene.crew().replace(scene.victimIndex());
    }
  }

  /** Whoever is stopped must be so until it is let go on. */
  private abstract static class Stopped extends Numbered {
    Stopped(int number, String title) {
      super(number, title, 3);
    }

    @Override
    public void heal(Scene scene) {
      scene.hit(scene.victim().process().isStopped() ? 1 : 0, "process stopped until now");
      scene.victim().process().cont();
    }
  }

  static final class Pause extends Stopped {
    Pause() {
      super(2, "SIGSTOP a process for three ttls");
    }

    @Override
    public void inject(Scene scene) {
      scene.hit(stopHolding(scene), "leases held");
    }
  }

  static final class PauseInGuard extends Stopped {
    /** The write is the last statement before the COMMIT. */
    private static final String GUARDED =
        """
        select count(*) from pg_stat_activity
        where application_name = ? and state = 'idle in transaction'
          and query ilike 'insert into journal%'
        """;

    PauseInGuard() {
      super(3, "SIGSTOP a process between guard and COMMIT");
    }

    @Override
    public void inject(Scene scene) {
      scene.victim().process().tell("guard");
      Crew.await(scene.victim().process(), "guarded", SOON);
      scene.victim().process().stop();
      scene.hit(scene.count(GUARDED, scene.victim().applicationName()), "guarded transactions");
    }
  }

  /** It ends by itself; the server sees it by leases that nobody prolongs for a ttl. */
  static final class Starve extends Numbered {
    private static final double LONGER_THAN_SEEN = 2.5;

    private static final String LAST_EXPIRY =
        """
        select coalesce(max(extract(epoch from locked_until) * 1000)::bigint, 0)
        from holdfast.lease where holder = ?
        """;

    Starve() {
      super(4, "starve the renewer for two ttls", 1);
    }

    @Override
    public void inject(Scene scene) {
      long before = lastExpiry(scene);
      // Right after another fault it may not have been back at work yet.
      Scene.firstAbove(SOON, () -> lastExpiry(scene) - before);
      long millis = Math.round(scene.ttl().toMillis() * LONGER_THAN_SEEN);
      scene.victim().process().tell("starve " + millis);
      scene.hit(silence(scene, scene.ttl()) ? 1 : 0, "ttl without a renewal");
    }

    /** Whether nothing was acquired or prolonged for so long, within twice that time. */
    private static boolean silence(Scene scene, Duration wanted) {
      long start = System.nanoTime();
      long since = start;
      long seen = lastExpiry(scene);
      while (System.nanoTime() - start < 2 * wanted.toNanos()) {
        Scene.pause(Duration.ofMillis(50));
        long now = lastExpiry(scene);
        if (now > seen) {
          seen = now;
          since = System.nanoTime();
        }
        if (System.nanoTime() - since > wanted.toNanos()) {
          return true;
        }
      }
      return false;
    }

    private static long lastExpiry(Scene scene) {
      return scene.count(LAST_EXPIRY, scene.victim().name());
    }

    @Override
    public void heal(Scene scene) {
      // It ends by itself.
    }
  }
}
