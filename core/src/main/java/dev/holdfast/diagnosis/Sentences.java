package dev.holdfast.diagnosis;

import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseInfo.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** What is known, as people would say it. */
final class Sentences {

  private Sentences() {}

  static String of(Why why) {
    String state =
        why.lease()
            .map(lease -> state(lease, why.at()))
            .orElse("free, never held or not for a long time");
    return why.resource() + " " + state + waiting(why.waiters(), why.at());
  }

  /** "4m12s", "51 s", "2h05m", "3d04h". */
  static String text(Duration duration) {
    long seconds = Math.max(duration.toSeconds(), 0);
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3_600) {
      return "%dm%02ds".formatted(seconds / 60, seconds % 60);
    }
    if (seconds < 86_400) {
      return "%dh%02dm".formatted(seconds / 3_600, seconds / 60 % 60);
    }
    return "%dd%02dh".formatted(seconds / 86_400, seconds / 3_600 % 24);
  }

  private static String state(LeaseInfo lease, Instant at) {
    Tenure tenure = lease.tenure();
    if (tenure == null) {
      return "free, never held";
    }
    String fence = "fence " + lease.fence();
    return switch (lease.state()) {
      case HELD ->
          "held "
              + text(Duration.between(tenure.since(), at))
              + " by "
              + tenure.holder()
              + ", "
              + fence
              + ", expires in "
              + text(tenure.remaining());
      case EXPIRED ->
          "expired "
              + text(Duration.between(tenure.until(), at))
              + " ago, last held by "
              + tenure.holder()
              + ", "
              + fence
              + ", nobody took it over yet";
      case FREE ->
          "free for "
              + text(Duration.between(tenure.until(), at))
              + ", last held by "
              + tenure.holder()
              + ", "
              + fence;
    };
  }

  private static String waiting(List<Waiter> waiters, Instant at) {
    if (waiters.isEmpty()) {
      return "";
    }
    Instant oldest =
        waiters.stream().map(Waiter::since).min(Comparator.naturalOrder()).orElseThrow();
    String age = text(Duration.between(oldest, at));
    return waiters.size() == 1
        ? ", 1 waiting for " + age
        : ", " + waiters.size() + " waiting, the oldest " + age;
  }
}
