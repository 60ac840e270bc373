package dev.holdfast.torture.fault;

import dev.holdfast.torture.workload.Job;
import dev.holdfast.torture.workload.Tables;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** One of several other faults, chosen anew each time: under another number, on another stage. */
class OneOf extends Numbered {
  private final List<Fault> faults;
  private Fault chosen;

  OneOf(int number, String title, Stage stage, List<Fault> faults) {
    super(number, title, stage, 0);
    this.faults = List.copyOf(faults);
    this.chosen = this.faults.get(0);
  }

  @Override
  public String title() {
    return super.title() + ": " + chosen.title();
  }

  @Override
  public Duration lasts(Scene scene) {
    return chosen.lasts(scene);
  }

  @Override
  public void inject(Scene scene) throws Exception {
    chosen = faults.get(scene.chance().nextInt(faults.size()));
    chosen.inject(scene);
  }

  @Override
  public void heal(Scene scene) throws Exception {
    chosen.heal(scene);
  }

  /** While somebody works on items and events. */
  static final class UnderWay extends OneOf {
    private static final Duration SOON = Duration.ofSeconds(20);

    UnderWay(int number, String title, List<Fault> faults) {
      super(number, title, Stage.PLAIN, faults);
    }

    @Override
    public void inject(Scene scene) throws Exception {
      Tables tables = new Tables(scene.server().source(Job.DATABASE));
      scene.hit(Scene.firstAbove(SOON, () -> underWay(tables)), "claims under way");
      super.inject(scene);
    }

    private static long underWay(Tables tables) {
      try {
        return tables.underWay();
      } catch (SQLException e) {
        throw new IllegalStateException("the server does not say what is under way", e);
      }
    }
  }
}
