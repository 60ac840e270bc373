package dev.holdfast.torture.fault;

import dev.holdfast.torture.workload.Job;
import java.time.Duration;

/** 24, 25: sessions are ended; those that come after them find less, or something else. */
final class SessionFaults {

  private SessionFaults() {}

  /** Who listens is known by its last statement: the ping to itself. */
  static final class KillListener extends Numbered {
    private static final String LISTENERS =
        """
        select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity
        where application_name like 'torture-%' and query ilike 'select pg_notify(%ping%'
        """;

    private static final String LISTENING =
        """
        select count(*) from pg_stat_activity
        where application_name like 'torture-%' and query ilike 'select pg_notify(%ping%'
        """;
    private static final Duration BACK = Duration.ofSeconds(30);

    private long ended;

    KillListener() {
      super(24, "the LISTEN backends are ended", 0.5);
    }

    @Override
    public void inject(Scene scene) {
      listening(scene); // after another fault nobody may listen yet
      ended = scene.count(LISTENERS);
      scene.hit(ended, "listeners");
    }

    /** Whoever waits listens again: push comes back. */
    @Override
    public void heal(Scene scene) {
      if (ended > 0 && listening(scene) == 0) {
        scene.complain("nobody listens again " + BACK.toSeconds() + " s after the listeners' end");
      }
    }

    private static long listening(Scene scene) {
      return Scene.firstAbove(BACK, () -> scene.count(LISTENING));
    }
  }

  /** New connections have another default; old ones are ended so that there are new ones. */
  static final class Isolation extends Numbered {
    private static final String END =
        """
        select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity
        where application_name like 'torture-%'
        """;

    /** Those that began after a connection like theirs has shown the other default. */
    private static final String NEW =
        """
        select count(*) from pg_stat_activity
        where application_name like 'torture-%' and backend_start > ?::timestamptz
        """;

    private static final String SHOWN =
        "select clock_timestamp() where current_setting('default_transaction_isolation') = ?";

    private String since = "";

    Isolation() {
      super(25, "another default isolation", 3);
    }

    @Override
    public void inject(Scene scene) {
      String level = scene.chance().nextBoolean() ? "repeatable read" : "serializable";
      set(scene, "set default_transaction_isolation = '" + level + "'");
      String shown = scene.server().askIn(Job.DATABASE, SHOWN, level);
      since = shown == null ? "infinity" : shown;
      scene.hit(scene.count(END), "sessions ended");
    }

    @Override
    public void heal(Scene scene) {
      scene.hit(scene.count(NEW, since), "sessions with another default");
      set(scene, "reset default_transaction_isolation");
      scene.count(END);
    }

    private static void set(Scene scene, String what) {
      scene.server().sql("postgres", "alter database " + Job.DATABASE + " " + what);
    }
  }
}
