package dev.holdfast.server.doctor;

import java.sql.SQLException;
import java.time.Duration;

/** The database's clock beside this machine's. Leases go by the former alone. */
final class ClockCheck {

  private static final int SAMPLES = 5;
  private static final Duration MUCH = Duration.ofSeconds(1);

  private ClockCheck() {}

  static Finding look(Patient patient) throws SQLException {
    Duration drift = drift(patient);
    String found =
        "the database's clock is %,d ms %s this machine's"
            .formatted(drift.abs().toMillis(), drift.isNegative() ? "behind" : "ahead of");
    return drift.abs().compareTo(MUCH) > 0
        ? Finding.warning(
            "clock", found, "run NTP on both: leases are safe, times in logs will not match")
        : Finding.ok("clock", found);
  }

  /** By the quickest of some answers, assumed to be made halfway. */
  private static Duration drift(Patient patient) throws SQLException {
    long quickest = Long.MAX_VALUE;
    long drift = 0;
    for (int i = 0; i < SAMPLES; i++) {
      long start = System.nanoTime();
      long before = System.currentTimeMillis();
      long there = patient.number("select (extract(epoch from clock_timestamp()) * 1000)::bigint");
      long took = System.nanoTime() - start;
      if (took < quickest) {
        quickest = took;
        drift = there - before - took / 2_000_000;
      }
    }
    return Duration.ofMillis(drift);
  }
}
