package dev.holdfast.torture.fault;

import dev.holdfast.testkit.Eventually;
import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.cluster.Shell;
import java.time.Duration;
import java.util.List;

/** 5 to 8: the server, or one process of it, dies, stops or stands still. */
final class ServerFaults {
  private static final Duration UP = Duration.ofSeconds(90);

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

  record KillBackend() implements Fault {
    private static final String ONE =
        """
        select pid from pg_stat_activity
        where application_name like 'torture-%' order by random() limit 1
        """;

    @Override
    public int number() {
      return 5;
    }

    @Override
    public String title() {
      return "kill -9 one backend";
    }

    @Override
    public void inject(Scene scene) {
      String pid = scene.server().ask(ONE);
      if (pid != null) {
        Shell.signal("KILL", List.of(Long.parseLong(pid)));
      }
    }

    @Override
    public void heal(Scene scene) {
      up(scene.server());
    }
  }

  record Kill() implements Fault {
    @Override
    public int number() {
      return 6;
    }

    @Override
    public String title() {
      return "kill -9 the server, start it again";
    }

    @Override
    public void inject(Scene scene) {
      scene.server().kill();
    }

    @Override
    public void heal(Scene scene) {
      up(scene.server());
    }
  }

  record Stop() implements Fault {
    @Override
    public int number() {
      return 7;
    }

    @Override
    public String title() {
      return "immediate or fast stop, start again";
    }

    @Override
    public void inject(Scene scene) {
      scene.server().stop(scene.chance().nextBoolean() ? "QUIT" : "INT");
    }

    @Override
    public void heal(Scene scene) {
      up(scene.server());
    }
  }

  record Freeze() implements Fault {
    @Override
    public int number() {
      return 8;
    }

    @Override
    public String title() {
      return "SIGSTOP the server for longer than the ttl";
    }

    @Override
    public Duration lasts(Scene scene) {
      return scene.ttl().multipliedBy(2);
    }

    @Override
    public void inject(Scene scene) {
      scene.server().pause();
    }

    @Override
    public void heal(Scene scene) {
      scene.server().resume();
      up(scene.server());
    }
  }
}
