package dev.holdfast.diagnosis;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Somebody who waits for a resource.
 *
 * @param resource what is waited for
 * @param holder who would hold it
 * @param process the process that waits
 * @param since since when, by the database's clock
 * @param holds the resources that whoever waits holds meanwhile, as far as is known
 * @param backends the PostgreSQL backends of transactions that whoever waits has open meanwhile
 */
public record Waiter(
    String resource,
    String holder,
    UUID process,
    Instant since,
    List<String> holds,
    List<Integer> backends) {

  public Waiter {
    holds = List.copyOf(holds);
    backends = List.copyOf(backends);
  }
}
