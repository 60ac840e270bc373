package dev.holdfast.policy.guard;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes violations to the log, the same one once in a while with the number of those in between.
 * At most so many different ones are told apart; the others share a line.
 */
final class ViolationLog {

  static final int MOST = 1_000;

  private static final Same OTHERS = new Same("others", null, "");

  private final System.Logger log;
  private final long every;
  private final LongSupplier nanos;
  private final Map<Same, Times> seen = new ConcurrentHashMap<>();

  /** What makes two violations the same one. */
  private record Same(String rule, @Nullable Object table, String sql) {}

  /** When it was logged last, and how often it was not since. */
  private record Times(long last, long quiet) {}

  ViolationLog(System.Logger log, Duration every, LongSupplier nanos) {
    this.log = log;
    this.every = every.toNanos();
    this.nanos = nanos;
  }

  void add(GuardFinding finding) {
    long now = nanos.getAsLong();
    Same same = sameAs(finding, now);
    Times[] before = new Times[1];
    Times after =
        seen.compute(
            same,
            (key, times) -> {
              before[0] = times;
              boolean speaks = times == null || now - times.last >= every;
              return speaks ? new Times(now, 0) : new Times(times.last, times.quiet + 1);
            });
    if (after.quiet == 0) {
      long quiet = before[0] == null ? 0 : before[0].quiet;
      log.log(Level.WARNING, finding + (quiet == 0 ? "" : " (" + quiet + " more since)"));
    }
  }

  private Same sameAs(GuardFinding finding, long now) {
    Same same = new Same(finding.violation().rule(), finding.violation().table(), finding.sql());
    if (seen.size() >= MOST && !seen.containsKey(same)) {
      forgetOld(now);
    }
    return seen.size() < MOST || seen.containsKey(same) ? same : OTHERS;
  }

  /** Those that were counted and never logged since are told at last. */
  private void forgetOld(long now) {
    seen.forEach(
        (same, times) -> {
          if (now - times.last >= every && seen.remove(same, times) && times.quiet > 0) {
            log.log(
                Level.WARNING,
                "lock policy, rule %s: %d more since it was logged. Statement: %s"
                    .formatted(same.rule, times.quiet, Texts.shortened(same.sql)));
          }
        });
  }
}
