package dev.holdfast.torture.fault;

import dev.holdfast.torture.history.Pending;
import dev.holdfast.torture.history.Recorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One fault after the other, each as often as the others, in an order that the seed decides. Now
 * and then it leaves enough quiet behind a fault for the first grant to be due.
 */
final class Schedule {
  private static final int QUIET_EVERY = 3;
  private static final int MORE_TRIES = 2;
  private static final Duration QUIET = Duration.ofSeconds(7);

  private final List<Fault> faults;
  private final Scene scene;
  private final Recorder recorder;
  private final Consumer<String> progress;
  private final Tally tally = new Tally();
  private final List<String> failures = new ArrayList<>();

  Schedule(List<Fault> faults, Scene scene, Recorder recorder, Consumer<String> progress) {
    this.faults = faults;
    this.scene = scene;
    this.recorder = recorder;
    this.progress = progress;
  }

  Tally tally() {
    return tally;
  }

  /** What could not be broken, or not be repaired, and what was played and never hit. */
  List<String> complaints() {
    List<String> all = new ArrayList<>(failures);
    all.addAll(tally.complaints());
    return all;
  }

  void play(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    List<Fault> deck = new ArrayList<>();
    int played = 0;
    Scene.pause(scene.ttl());
    while (System.nanoTime() < end && failures.size() < 5) {
      if (deck.isEmpty()) {
        deck.addAll(faults);
        Collections.shuffle(deck, scene.chance());
      }
      strike(deck.remove(deck.size() - 1));
      played++;
      Duration calm = Duration.ofMillis(500 + scene.chance().nextInt(1_000));
      Scene.pause(played % QUIET_EVERY == 0 ? QUIET.plus(scene.ttl().multipliedBy(2)) : calm);
    }
    playAgain();
  }

  /** A single miss may be chance, on a slow machine above all: who only missed has more tries. */
  private void playAgain() {
    for (Fault fault : faults) {
      for (int i = 0; i < MORE_TRIES && tally.hasOnlyMissed(fault.number()); i++) {
        strike(fault);
      }
    }
  }

  private void strike(Fault fault) {
    Evidence evidence = scene.begin();
    long start = System.nanoTime();
    Pending pending = recorder.fault("controller", fault.number() + " " + fault.title());
    String what = "injecting";
    try {
      try {
        fault.inject(scene);
        Scene.pause(fault.lasts(scene));
      } finally {
        what = "healing";
        fault.heal(scene);
      }
      tally.count(fault.number(), evidence);
    } catch (Exception | AssertionError e) {
      String why = e.getCause() == null ? e.toString() : e + ", " + e.getCause();
      failures.add("%s %d (%s): %s".formatted(what, fault.number(), fault.title(), why));
    }
    pending.ok();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    progress.accept(
        "%2d %s: %s, healed after %d ms"
            .formatted(fault.number(), fault.title(), evidence, millis));
  }
}
