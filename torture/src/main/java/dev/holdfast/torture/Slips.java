package dev.holdfast.torture;

import dev.holdfast.torture.fault.Catalogue;
import dev.holdfast.torture.fault.Fault;
import dev.holdfast.torture.fault.Outcome;
import dev.holdfast.torture.fault.Plan;
import dev.holdfast.torture.fault.Play;
import dev.holdfast.torture.fault.Stage;
import dev.holdfast.torture.workload.Slip;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Clients that get claims, the outbox, versions or row locks wrong, in the workload of several
 * processes and under a fault: each has to be caught.
 */
final class Slips {
  private static final int PROCESSES = 3;
  private static final Duration ROUND = Duration.ofSeconds(30);
  private static final int ROUNDS = 8;

  private final long seed;
  private final PrintStream out;

  Slips(long seed, PrintStream out) {
    this.seed = seed;
    this.out = out;
  }

  /** True if each was caught, and the library as it is was not. */
  boolean runAll() throws Exception {
    boolean good = true;
    for (Slip slip : Slip.values()) {
      good &= run(slip);
    }
    return good;
  }

  private boolean run(Slip slip) throws Exception {
    boolean broken = slip != Slip.NONE;
    long start = System.nanoTime();
    Outcome outcome = play(slip, 0);
    for (int round = 1; broken && outcome.isGood() && round < ROUNDS; round++) {
      outcome = play(slip, round);
    }
    out.printf(
        Locale.ROOT,
        "%-26s %-8s %6.1f s %7d operations  %s%n",
        slip,
        outcome.isGood() ? "passed" : "caught",
        (System.nanoTime() - start) / 1e9,
        outcome.verdict().operations(),
        outcome.isGood() ? slip.story() : found(outcome));
    return outcome.isGood() != broken;
  }

  private Outcome play(Slip slip, int round) throws Exception {
    Path directory = Files.createTempDirectory("holdfast-slip-");
    try {
      List<Fault> faults = Catalogue.of(Set.of(slip.fault()));
      Plan plan = new Plan(seed + round, ROUND, slip.activities(), PROCESSES, directory, slip);
      return new Play(Stage.PLAIN, faults, plan, line -> {}).run();
    } finally {
      delete(directory);
    }
  }

  private static String found(Outcome outcome) {
    return outcome.verdict().violations().stream()
        .map(v -> v.invariant() + ": " + v.what())
        .findFirst()
        .orElseGet(() -> outcome.complaints().get(0));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
