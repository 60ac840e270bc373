package dev.holdfast.bench.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What to run. Defaults: all scenarios beside all peers, 5 rounds of 1 second, a PostgreSQL of its
 * own, results to {@code bench/results/latest.json}.
 *
 * @param pace how long
 * @param choice what, and beside whom
 * @param json where the results go
 * @param url of a server to use instead of a PostgreSQL of its own; null: its own
 */
public record Options(Pace pace, Choice choice, Path json, @Nullable String url) {

  public static final String USAGE =
      """
      usage: holdfast bench [--short] [--scenario NAMES] [--peers NAMES|none] [--seconds N]
                            [--rounds N] [--minutes N] [--json FILE] [--url JDBC-URL]
             holdfast bench --page FILE

        --short            counts are checked, times are a hint: under 90 seconds, no peers' servers
        --scenario NAMES   some of %s,
                           separated by commas
        --peers NAMES      some of %s;
                           or none (all; with --short none)
        --seconds N        length of one measurement (1; with --short 0.25)
        --rounds N         how often each contender is measured, in turn (5; with --short 2)
        --minutes N        how long the churn of growth lasts (10; with --short 0.1)
        --json FILE        where the results go (bench/results/latest.json; with --short
                           bench/target/short.json)
        --url JDBC-URL     a server of yours instead of a temporary PostgreSQL 18; a database is
                           created there and dropped at the end; the password comes from .pgpass
        --page FILE        measures nothing: writes the figures and plots of the results (--json)
                           into FILE, between its marks, and into images/ beside it
      """
          .formatted(String.join(", ", Choice.SCENARIOS), String.join(", ", Choice.PEERS));

  /** An argument that can't be used; the message says why. */
  public static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
      super(message);
    }
  }

  /**
   * How long.
   *
   * @param isShort counts, and times that are only a hint
   * @param length of one measurement
   * @param rounds how often each contender is measured, in turn
   * @param churn how long tables are churned to see whether they grow
   */
  public record Pace(boolean isShort, Duration length, int rounds, Duration churn) {

    public Pace {
      if (rounds < 1 || rounds > 100) {
        throw new UsageException("--rounds is between 1 and 100, not " + rounds);
      }
      if (length.toMillis() < 50 || length.toSeconds() > 60) {
        throw new UsageException("--seconds is between 0.05 and 60, not " + seconds(length));
      }
      if (churn.toMillis() < 1_000 || churn.toHours() > 24) {
        throw new UsageException("--minutes is between 0.02 and 1440");
      }
    }
  }

  public Options {
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
    Pace pace =
        isShort
            ? new Pace(true, Duration.ofMillis(250), 2, Duration.ofSeconds(6))
            : new Pace(false, Duration.ofSeconds(1), 5, Duration.ofMinutes(10));
    Choice choice = isShort ? Choice.quick() : Choice.all();
    Path json = Path.of(isShort ? "bench/target/short.json" : "bench/results/latest.json");
    String url = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--short" -> {}
        case "--seconds", "--rounds", "--minutes" -> pace = with(pace, args[i], value(args, i++));
        case "--scenario" -> choice = choice.withScenarios(value(args, i++));
        case "--peers" -> choice = choice.withPeers(value(args, i++));
        case "--json" -> json = Path.of(value(args, i++));
        case "--url" -> url = value(args, i++);
        default -> throw new UsageException("there is no option " + args[i]);
      }
    }
    return new Options(pace, choice, json, url);
  }

  public boolean isShort() {
    return pace.isShort();
  }

  public Duration length() {
    return pace.length();
  }

  public int rounds() {
    return pace.rounds();
  }

  public Set<String> scenarios() {
    return choice.scenarios();
  }

  public boolean hasPeer(String name) {
    return choice.peers().contains(name);
  }

  /** How many measurements of a contender do not count, at most. */
  int warmUps() {
    return isShort() ? 1 : 20;
  }

  public static String seconds(Duration length) {
    return String.format(Locale.ROOT, "%.2f", length.toMillis() / 1_000.0);
  }

  private static Pace with(Pace pace, String option, String text) {
    double number = number(option, text);
    return switch (option) {
      case "--seconds" ->
          new Pace(
              pace.isShort(),
              Duration.ofMillis(Math.round(number * 1_000)),
              pace.rounds(),
              pace.churn());
      case "--rounds" -> new Pace(pace.isShort(), pace.length(), (int) number, pace.churn());
      default ->
          new Pace(
              pace.isShort(),
              pace.length(),
              pace.rounds(),
              Duration.ofMillis(Math.round(number * 60_000)));
    };
  }

  private static String value(String[] args, int i) {
    if (i + 1 == args.length) {
      throw new UsageException(args[i] + " needs a value");
    }
    return args[i + 1];
  }

  private static double number(String option, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UsageException(option + " takes a number, not " + text);
    }
  }
}
