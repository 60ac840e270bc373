package dev.holdfast;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A row stayed locked by another transaction for longer than the lock timeout. Nothing was written;
 * try again.
 */
public final class LockTimeoutException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final Duration timeout;

  public LockTimeoutException(String resource, Duration timeout, @Nullable Throwable cause) {
    super(
        resource
            + " is being modified by another operation, still after "
            + timeout.toMillis()
            + " ms; nothing was written, try again",
        cause);
    this.resource = resource;
    this.timeout = timeout;
  }

  /** What was locked. */
  public String resource() {
    return resource;
  }

  /** How long a wait for a lock could last. */
  public Duration timeout() {
    return timeout;
  }
}
