package dev.holdfast;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The database gave no answer in time. An acquisition that may have happened all the same is given
 * back as soon as the database answers again, and ends with its ttl at the latest.
 */
public final class DatabaseUnavailableException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public DatabaseUnavailableException(String what, Duration waited, @Nullable Throwable cause) {
    super(
        what
            + ": no answer from the database within "
            + waited.toMillis()
            + " ms"
            + (cause == null ? "" : " (" + cause.getMessage() + ")")
            + "; it is tried again in the background, check that PostgreSQL is up and reachable",
        cause);
  }
}
