package dev.holdfast.diagnosis;

import dev.holdfast.lease.LeaseInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that is known about one resource.
 *
 * @param resource its name
 * @param at when it was looked at, by the database's clock
 * @param lease its current or last lease; empty if there was none, or none for a long time
 * @param waiters who waits for it, in the order of the queue
 * @param advice what would help, the best first
 * @param cycles the circles of waiting that it is part of, as ids of a {@link WaitGraph}
 */
public record Why(
    String resource,
    Instant at,
    Optional<LeaseInfo> lease,
    List<Waiter> waiters,
    List<Advice> advice,
    List<List<String>> cycles) {

  public Why {
    waiters = List.copyOf(waiters);
    advice = List.copyOf(advice);
    cycles = cycles.stream().map(List::copyOf).toList();
  }

  /**
   * For people: "invoice/7 held 4m12s by web-3, fence 42, expires in 18 s, 3 waiting, the oldest 51
   * s".
   */
  public String sentence() {
    return Sentences.of(this);
  }
}
