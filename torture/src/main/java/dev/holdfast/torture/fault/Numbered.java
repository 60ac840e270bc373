package dev.holdfast.torture.fault;

import java.time.Duration;

/** What all faults have: a number, a title, a stage, and how many ttls they last. */
abstract class Numbered implements Fault {
  private final int number;
  private final String title;
  private final Stage stage;
  private final double ttls;

  Numbered(int number, String title, Stage stage, double ttls) {
    this.number = number;
    this.title = title;
    this.stage = stage;
    this.ttls = ttls;
  }

  /** On one server. */
  Numbered(int number, String title, double ttls) {
    this(number, title, Stage.PLAIN, ttls);
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Stage stage() {
    return stage;
  }

  @Override
  public Duration lasts(Scene scene) {
    return Duration.ofMillis(Math.round(scene.ttl().toMillis() * ttls));
  }
}
