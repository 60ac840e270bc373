package dev.holdfast.torture;

import dev.holdfast.torture.fault.Catalogue;
import dev.holdfast.torture.workload.Shape;
import dev.holdfast.torture.workload.Shape.Activity;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What the command line asks for. */
record Options(Mode mode, Duration time, long seed, Set<Integer> faults, Set<Activity> activities) {

  enum Mode {
    TORTURE,
    SOAK,
    MUTANTS,
    FUZZ,
    HELP
  }

  static final String HELP =
      """
      holdfast torture [--minutes N] [--seed S] [--fault 1,6,18 | all] [--workload leases,claims]
      holdfast torture --short       the three minutes that ./verify runs
      holdfast torture --soak        load and churn, watched for leaks (30 minutes unless told)
      holdfast torture --mutants     breaks the protocol on purpose; each has to be caught
      holdfast torture --fuzz        a million hostile names, SQL texts, policy files, requests

      --minutes N      how long faults are injected (10), shared among what was asked for
      --seed S         of all that is left to chance; the seed of a run is printed
      --fault LIST     numbers of the faults in docs/guarantees.md, or all
      --workload LIST  leases, versions, rows, claims, outbox; all of them unless told

      Ends with 1 and the seed, the smallest part of the history that shows it and a picture
      if something that was promised did not hold.
      """;

  static Options parse(String[] arguments) {
    Options options =
        new Options(
            Mode.TORTURE,
            Duration.ofMinutes(10),
            System.nanoTime() & 0xFFFFFF,
            Catalogue.numbers("all"),
            EnumSet.allOf(Activity.class));
    Deque<String> rest = new ArrayDeque<>(List.of(arguments));
    while (!rest.isEmpty()) {
      options = options.with(rest.removeFirst(), rest);
    }
    return options;
  }

  private Options with(String option, Deque<String> rest) {
    return switch (option) {
      case "--minutes" -> lasting(minutes(value(option, rest)));
      case "--seed" ->
          new Options(mode, time, Long.parseLong(value(option, rest)), faults, activities);
      case "--fault" ->
          new Options(mode, time, seed, Catalogue.numbers(value(option, rest)), activities);
      case "--workload" ->
          new Options(mode, time, seed, faults, Shape.activities(value(option, rest)));
      case "--short" -> lasting(Duration.ofMinutes(2));
      case "--soak" -> new Options(Mode.SOAK, Duration.ofMinutes(30), seed, faults, activities);
      case "--mutants" -> in(Mode.MUTANTS);
      case "--fuzz" -> in(Mode.FUZZ);
      case "--help", "-h" -> new Options(Mode.HELP, time, seed, faults, activities);
      default -> throw new IllegalArgumentException("unknown option " + option);
    };
  }

  private Options in(Mode newMode) {
    return new Options(newMode, time, seed, faults, activities);
  }

  private Options lasting(Duration newTime) {
    return new Options(mode, newTime, seed, faults, activities);
  }

  private static Duration minutes(String text) {
    double minutes = Double.parseDouble(text);
    if (minutes <= 0 || minutes > 24 * 60) {
      throw new IllegalArgumentException("--minutes is more than 0 and at most a day");
    }
    return Duration.ofMillis(Math.round(minutes * 60_000));
  }

  private static String value(String option, Deque<String> rest) {
    if (rest.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.removeFirst();
  }
}
