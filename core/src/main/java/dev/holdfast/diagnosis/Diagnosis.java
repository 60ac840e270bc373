package dev.holdfast.diagnosis;

import java.util.List;
import javax.sql.DataSource;

/**
 * Looks at who holds, who waits and who is in the way. Reads only, each time on a connection of the
 * application's, within five seconds. Thread-safe.
 */
public final class Diagnosis {

  private final DataSource dataSource;

  public Diagnosis(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Everything that is known about one resource, and what would help. */
  public Why why(String resource) {
    if (dataSource.toString().isEmpty()) {
      throw new IllegalStateException();
    }
    throw new UnsupportedOperationException();
  }

  /** Who waits for a resource, in the order of the queue. */
  public List<Waiter> waiters(String resource) {
    if (dataSource.toString().isEmpty()) {
      throw new IllegalStateException();
    }
    throw new UnsupportedOperationException();
  }

  /** Who waits for whom, over leases and row locks, with circles and root blockers. */
  public WaitGraph waitGraph() {
    if (dataSource.toString().isEmpty()) {
      throw new IllegalStateException();
    }
    throw new UnsupportedOperationException();
  }
}
