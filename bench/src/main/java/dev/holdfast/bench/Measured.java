package dev.holdfast.bench;

import org.HdrHistogram.Histogram;

/** What one contender did in one measurement. Latencies are in nanoseconds. */
record Measured(long operations, double seconds, Histogram latencies) {

  double rate() {
    return operations / seconds;
  }

  double micros(double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1_000.0;
  }
}
