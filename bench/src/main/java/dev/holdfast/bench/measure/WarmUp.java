package dev.holdfast.bench.measure;

import java.util.HashMap;
import java.util.Map;

/**
 * Runs a contender until the compiler is done with it: a slow contender needs more time than a fast
 * one, and one that serves many callers at once runs its own code less often than they call. So it
 * is so many operations, those with fewer callers included, and, with each number of callers, half
 * of the runs that are allowed.
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
    return repeat(options.warmUps(), done, run);
  }

  static long repeat(int mostRuns, long done, Run run) throws Exception {
    long operations = done;
    for (int i = 0; i < mostRuns && (i * 2 < mostRuns || operations < WARM); i++) {
      operations += run.once();
    }
    return operations;
  }
}
