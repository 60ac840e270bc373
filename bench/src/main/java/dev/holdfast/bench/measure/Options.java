package dev.holdfast.bench.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What to run. Defaults: all scenarios, 5 rounds of 1 second, a PostgreSQL of its own, results to
 * {@code bench/results/latest.json}.
 *
 * @param isShort counts, and times that are only a hint
 * @param length of one measurement
 * @param rounds how often each contender is measured, in turn
 * @param json where the results go
 * @param scenarios which to run, by name
 * @param url of a server to use instead of a PostgreSQL of its own; null: its own
 */
public record Options(
    boolean isShort,
    Duration length,
    int rounds,
    Path json,
    Set<String> scenarios,
    @Nullable String url) {

  /** In the order in which they run. */
  public static final List<String> SCENARIOS =
      List.of(
          "counts",
          "pairs",
          "refused",
          "hand-over",
          "processes",
          "renewals",
          "transactions",
          "versions",
          "claims",
          "guard",
          "http");

  public static final String USAGE =
      """
      usage: holdfast bench [--short] [--seconds N] [--rounds N] [--json FILE] [--scenario NAMES]
                            [--url JDBC-URL]

        --short            counts are checked, times are a hint: under 40 seconds
        --seconds N        length of one measurement (1; with --short 0.25)
        --rounds N         how often each contender is measured, in turn (5; with --short 2)
        --json FILE        where the results go (bench/results/latest.json; with --short
                           bench/target/short.json)
        --scenario NAMES   some of %s, separated by commas
        --url JDBC-URL     a server of yours instead of a temporary PostgreSQL 18; a database is
                           created there and dropped at the end; the password comes from .pgpass
      """
          .formatted(String.join(", ", Options.SCENARIOS));

  /** An argument that can't be used; the message says why. */
  public static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
      super(message);
    }
  }

  public Options {
    if (rounds < 1 || rounds > 100) {
      throw new UsageException("--rounds is between 1 and 100, not " + rounds);
    }
    if (length.toMillis() < 50 || length.toSeconds() > 60) {
      throw new UsageException("--seconds is between 0.05 and 60, not " + seconds(length));
    }
    scenarios = Set.copyOf(scenarios);
    if (scenarios.isEmpty() || !Options.SCENARIOS.containsAll(scenarios)) {
      throw new UsageException(
          "--scenario takes some of "
              + String.join(", ", Options.SCENARIOS)
              + ", not "
              + String.join(", ", new TreeSet<>(scenarios)));
    }
    if (url != null && !url.matches("jdbc:postgresql://[^/?]+/[^/?].*")) {
      throw new UsageException("--url looks like jdbc:postgresql://host:port/database?user=…");
    }
    if (url != null && url.contains("password=")) {
      throw new UsageException(
          "a password does not belong on the command line, where others can read it: put it into"
              + " .pgpass");
    }
  }

  public static Options parse(String... args) {
    boolean isShort = List.of(args).contains("--short");
    Duration length = Duration.ofMillis(isShort ? 250 : 1_000);
    int rounds = isShort ? 2 : 5;
    Path json = Path.of(isShort ? "bench/target/short.json" : "bench/results/latest.json");
    Set<String> scenarios = Set.copyOf(Options.SCENARIOS);
    String url = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--short" -> {}
        case "--seconds" -> length = lengthOf(value(args, i++));
        case "--rounds" -> rounds = (int) number("--rounds", value(args, i++));
        case "--json" -> json = Path.of(value(args, i++));
        case "--scenario" -> scenarios = namesIn(value(args, i++));
        case "--url" -> url = value(args, i++);
        default -> throw new UsageException("there is no option " + args[i]);
      }
    }
    return new Options(isShort, length, rounds, json, scenarios, url);
  }

  /** How many measurements of a contender do not count, at most. */
  public int warmUps() {
    return isShort ? 1 : 20;
  }

  /** How long a scenario runs before it counts. */
  public Duration warmUp() {
    return isShort ? length : length.multipliedBy(2);
  }

  public static String seconds(Duration length) {
    return String.format(Locale.ROOT, "%.2f", length.toMillis() / 1_000.0);
  }

  private static String value(String[] args, int i) {
    if (i + 1 == args.length) {
      throw new UsageException(args[i] + " needs a value");
    }
    return args[i + 1];
  }

  private static Set<String> namesIn(String list) {
    return new TreeSet<>(List.of(list.trim().split("\\s*,\\s*", -1)));
  }

  private static Duration lengthOf(String text) {
    return Duration.ofMillis(Math.round(number("--seconds", text) * 1_000));
  }

  private static double number(String option, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UsageException(option + " takes a number, not " + text);
    }
  }
}
