package dev.holdfast.bench.report;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was measured of one contender in one scenario.
 *
 * @param rate operations a second, a value a round
 * @param p50 median of the rounds' medians, in microseconds
 * @param p99 median of the rounds' 99th percentiles, in microseconds
 * @param more what else this scenario tells, by name
 */
public record Figure(
    String scenario,
    String contender,
    int callers,
    Samples rate,
    double p50,
    double p99,
    Map<String, Double> more) {

  public Figure {
    more = Collections.unmodifiableMap(new TreeMap<>(more)); // the same order in every report
  }
}
