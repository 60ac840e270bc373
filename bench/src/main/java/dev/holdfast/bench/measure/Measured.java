package dev.holdfast.bench.measure;

import org.HdrHistogram.Histogram;

/** What one contender did in one measurement. Latencies are in nanoseconds. */
public record Measured(long operations, double seconds, Histogram latencies, Cpu cpu, long wal) {

  public double rate() {
    return operations / seconds;
  }

  /** CPU time of an operation on the client's side, in microseconds. */
  public double clientMicros() {
    return cpu.client().toNanos() / 1_000.0 / operations;
  }

  /** CPU time of an operation on the server's side, in microseconds. */
  public double serverMicros() {
    return cpu.server().toNanos() / 1_000.0 / operations;
  }

  /** Bytes of PostgreSQL's log an operation. */
  public double walBytes() {
    return (double) wal / operations;
  }

  public double micros(double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1_000.0;
  }
}
