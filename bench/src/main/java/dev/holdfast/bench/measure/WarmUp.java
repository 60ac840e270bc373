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

  void run(Database database, Contender contender, int callers, Options options) throws Exception {
    long operations = done.getOrDefault(contender.name(), 0L);
    for (int i = 0; i < options.warmUps() && (i == 0 || operations < WARM); i++) {
      operations += Load.run(database, contender, callers, options.length()).operations();
    }
    done.put(contender.name(), operations);
  }
}
