package dev.holdfast.torture;

import dev.holdfast.torture.fault.Catalogue;
import dev.holdfast.torture.fault.Fault;
import dev.holdfast.torture.fault.Outcome;
import dev.holdfast.torture.fault.Plan;
import dev.holdfast.torture.fault.Play;
import dev.holdfast.torture.fault.Stage;
import dev.holdfast.torture.fault.Tally;
import dev.holdfast.torture.workload.Slip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A run: the stages that the faults need, one after the other, each with its share of the time. */
final class Torture {
  private static final int PROCESSES = 3;
  private static final int MOST_REPEATED = 10;

  private final Options options;
  private final long start = System.nanoTime();
  private final Tally tally = new Tally();
  private final List<String> violations = new ArrayList<>();
  private long operations;

  Torture(Options options) {
    this.options = options;
  }

  boolean run() throws Exception {
    Map<Stage, List<Fault>> stages = stages();
    Path directory = Files.createTempDirectory("holdfast-torture-");
    say(
        "seed %d, faults %s, histories in %s"
            .formatted(options.seed(), options.faults(), directory));
    int count = stages.values().stream().mapToInt(List::size).sum();
    for (Map.Entry<Stage, List<Fault>> entry : stages.entrySet()) {
      Duration share = options.time().multipliedBy(entry.getValue().size()).dividedBy(count);
      play(entry.getKey(), entry.getValue(), share, directory);
    }
    say(
        "%d operations, faults that hit: %s, missed: %s, %d violations"
            .formatted(operations, tally.hits(), tally.missed(), violations.size()));
    if (!violations.isEmpty()) {
      violations.stream().limit(MOST_REPEATED).forEach(what -> say("  " + what)); // it was long ago
      say("again: ./holdfast torture --seed " + options.seed());
    }
    return violations.isEmpty();
  }

  private Map<Stage, List<Fault>> stages() {
    Map<Stage, List<Fault>> stages =
        Catalogue.of(options.faults()).stream()
            .collect(
                Collectors.groupingBy(
                    Fault::stage, () -> new EnumMap<>(Stage.class), Collectors.toList()));
    stages
        .entrySet()
        .removeIf(
            entry -> entry.getKey().missing().map(w -> skip(entry.getValue(), w)).isPresent());
    return stages;
  }

  private List<Integer> skip(List<Fault> faults, String why) {
    List<Integer> numbers = faults.stream().map(Fault::number).distinct().toList();
    say("SKIPPED faults %s: %s".formatted(numbers, why));
    return numbers;
  }

  private void play(Stage stage, List<Fault> faults, Duration time, Path directory)
      throws Exception {
    Path histories =
        Files.createDirectories(directory.resolve(stage.name().toLowerCase(Locale.ROOT)));
    Plan plan =
        new Plan(options.seed(), time, options.activities(), PROCESSES, histories, Slip.NONE);
    Outcome outcome = new Play(stage, faults, plan, this::say).run();
    operations += outcome.verdict().operations();
    tally.add(outcome.tally());
    outcome.verdict().violations().forEach(each -> note(stage, each.text()));
    outcome.complaints().forEach(each -> note(stage, each));
    report(outcome, histories);
  }

  private void note(Stage stage, String violation) {
    violations.add(stage.description() + ": " + violation);
  }

  private void report(Outcome outcome, Path histories) throws IOException {
    say(
        "%d operations, %s, %d violations"
            .formatted(
                outcome.verdict().operations(),
                outcome.rules().invariants().stream().sorted().toList(),
                outcome.verdict().violations().size()));
    outcome.complaints().forEach(complaint -> say("COMPLAINT " + complaint));
    outcome.verdict().undecided().forEach(what -> say("not decided: " + what));
    Findings.write(outcome, histories, this::say);
  }

  private void say(String line) {
    System.out.printf("[%4d s] %s%n", (System.nanoTime() - start) / 1_000_000_000L, line);
  }
}
