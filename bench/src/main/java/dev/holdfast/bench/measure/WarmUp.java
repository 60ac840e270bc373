package dev.holdfast.bench.measure;

import java.util.HashMap;
import java.util.Map;

/**
 * Runs a contender until the compiler is done with it: a slow contender needs more time than a fast
 * one. What it did with fewer callers counts, but each number of callers gets one run of its own.
 */
public final class WarmUp {

  private static final int WARM = 20_000;

  private final Map<String, Long> done = new HashMap<>();

  /** A measurement that does not count; answers how many operations it did. */
  @FunctionalInterface
  public interface Run {
    long once() throws Exception;
  }

  void run(Database database, Contender contender, int callers, Options options) throws Exception {
    long before = done.getOrDefault(contender.name(), 0L);
    long after =
        repeat(
            options,
            before,
            () -> Load.run(database, contender, callers, options.length()).operations());
    done.put(contender.name(), after);
  }

  /** For what is not measured as a contender with callers. */
  public static void run(Options options, Run run) throws Exception {
    repeat(options, 0, run);
  }

  private static long repeat(Options options, long done, Run run) throws Exception {
    long operations = done;
    for (int i = 0; i < options.warmUps() && (i == 0 || operations < WARM); i++) {
      operations += run.once();
    }
    return operations;
  }
}
