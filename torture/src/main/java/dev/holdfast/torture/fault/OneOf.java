package dev.holdfast.torture.fault;

import java.time.Duration;
import java.util.List;

/** One of several other faults, chosen anew each time: under another number, on another stage. */
final class OneOf implements Fault {

  private final int number;
  private final String title;
  private final Stage stage;
  private final List<Fault> faults;
  private Fault chosen;

  OneOf(int number, String title, Stage stage, List<Fault> faults) {
    this.number = number;
    this.title = title;
    this.stage = stage;
    this.faults = List.copyOf(faults);
    this.chosen = this.faults.get(0);
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String title() {
    return title + ": " + chosen.title();
  }

  @Override
  public Stage stage() {
    return stage;
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
}
