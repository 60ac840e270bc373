package dev.holdfast.torture.fault;

import dev.holdfast.testkit.Eventually;
import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.cluster.Shell;
import java.time.Duration;
import java.util.List;

/** 5 to 8: the server, or one process of it, dies, stops or stands still. */
final class ServerFaults {
  private static final Duration UP = Duration.ofSeconds(90);

  /** When the server was started. */
  static final String POSTMASTER = "select pg_postmaster_start_time()";

  private ServerFaults() {}

  /** Starts it if it is down, and returns when it answers. */
  static void up(Instance server) {
    if (!server.isRunning()) {
      server.start();
    }
    Eventually.holds("the server answers again", UP, () -> answers(server));
  }

  private static boolean answers(Instance server) {
    try {
      return "1".equals(server.ask("select 1"));
    } catch (IllegalStateException notYet) {
      return false;
    }
  }

  /** After it the server, or a part of it, is another one than before: it says since when. */
  abstract static class Reborn extends Numbered {
    private final String born;
    private String before = "";

    Reborn(int number, String title, Stage stage, String born) {
      super(number, title, stage, 0.5);
      this.born = born;
    }

    abstract void end(Scene scene);

    @Override
    public void inject(Scene scene) {
      before = String.valueOf(scene.server().ask(born));
      end(scene);
    }

    @Override
    public void heal(Scene scene) {
      up(scene.server());
      String after = String.valueOf(scene.server().ask(born));
      scene.hit(after.equals(before) ? 0 : 1, "restart of the server");
    }
  }

  static final class KillBackend extends Reborn {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** The postmaster outlives it; all others are started anew. */
    private static final String CHECKPOINTER =
        "select backend_start from pg_stat_activity where backend_type = 'checkpointer'";

    private static final String ONE =
        """
        select coalesce(
          (select pid from pg_stat_activity
           where application_name like 'torture-%' order by random() limit 1), 0)
        """;

    KillBackend() {
      super(5, "kill -9 one backend", Stage.PLAIN, CHECKPOINTER);
    }

    @Override
    void end(Scene scene) {
      long pid = Scene.firstAbove(SOON, () -> scene.count(ONE));
      if (pid > 0) {
        Shell.signal("KILL", List.of(pid));
      }
    }
  }

  static final class Kill extends Reborn {
    Kill() {
      super(6, "kill -9 the server, start it again", Stage.PLAIN, POSTMASTER);
    }

    @Override
    void end(Scene scene) {
      scene.server().kill();
    }
  }

  static final class Stop extends Reborn {
    Stop() {
      super(7, "immediate or fast stop, start again", Stage.PLAIN, POSTMASTER);
    }

    @Override
    void end(Scene scene) {
      scene.server().stop(scene.chance().nextBoolean() ? "QUIT" : "INT");
    }
  }

  static final class Freeze extends Numbered {
    Freeze() {
      super(8, "SIGSTOP the server for longer than the ttl", 2);
    }

    @Override
    public void inject(Scene scene) {
      scene.server().pause();
    }

    @Override
    public void heal(Scene scene) {
      scene.hit(scene.server().isSilent() ? 1 : 0, "question without an answer");
      scene.server().resume();
      up(scene.server());
    }
  }
}
