package dev.holdfast.torture.fault;

import dev.holdfast.torture.workload.Crew;
import java.time.Duration;

/** 1 to 4: the holder's process dies, stands still, or its renewer starves. */
final class ProcessFaults {

  private ProcessFaults() {}

  record Kill() implements Fault {
    @Override
    public int number() {
      return 1;
    }

    @Override
    public String title() {
      return "kill -9 a process";
    }

    @Override
    public void inject(Scene scene) {
      scene.victim().process().kill();
    }

    @Override
    public void heal(Scene scene) {
      scene.crew().replace(scene.victimIndex());
    }
  }

  record Pause() implements Fault {
    @Override
    public int number() {
      return 2;
    }

    @Override
    public String title() {
      return "SIGSTOP a process for three ttls";
    }

    @Override
    public Duration lasts(Scene scene) {
      return scene.ttl().multipliedBy(3);
    }

    @Override
    public void inject(Scene scene) {
      scene.victim().process().stop();
    }

    @Override
    public void heal(Scene scene) {
      scene.victim().process().cont();
    }
  }

  record PauseInGuard() implements Fault {
    private static final Duration GUARDED = Duration.ofSeconds(20);

    @Override
    public int number() {
      return 3;
    }

    @Override
    public String title() {
      return "SIGSTOP a process between guard and COMMIT";
    }

    @Override
    public Duration lasts(Scene scene) {
      return scene.ttl().multipliedBy(3);
    }

    @Override
    public void inject(Scene scene) {
      scene.victim().process().tell("guard");
      Crew.await(scene.victim().process(), "guarded", GUARDED);
      scene.victim().process().stop();
    }

    @Override
    public void heal(Scene scene) {
      scene.victim().process().cont();
    }
  }

  record Starve() implements Fault {
    @Override
    public int number() {
      return 4;
    }

    @Override
    public String title() {
      return "starve the renewer for two ttls";
    }

    @Override
    public Duration lasts(Scene scene) {
      return scene.ttl().multipliedBy(2);
    }

    @Override
    public void inject(Scene scene) {
      scene.victim().process().tell("starve " + lasts(scene).toMillis());
    }

    @Override
    public void heal(Scene scene) {
      // It ends by itself.
    }
  }
}
