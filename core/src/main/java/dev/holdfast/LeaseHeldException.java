package dev.holdfast;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody else holds the resource: who, since when, until when and under which fence. For an
 * acquisition that waited, this is the state at the end of the wait.
 */
public final class LeaseHeldException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final transient Holding holding;
  private final Duration waited;

  /**
   * Who has a resource.
   *
   * @param holder the holder, or "somebody" where another transaction has the row locked just now
   * @param since when it was granted; null if not known
   * @param until when it ends unless renewed; null if not known
   * @param fence the fence of that grant
   * @param retryAfter when it could be worth trying again, by the database's clock
   */
  public record Holding(
      String holder,
      @Nullable Instant since,
      @Nullable Instant until,
      long fence,
      Duration retryAfter) {}

  public LeaseHeldException(String resource, Holding holding, Duration waited) {
    super(message(resource, holding, waited), null);
    this.resource = resource;
    this.holding = holding;
    this.waited = waited;
  }

  private static String message(String resource, Holding holding, Duration waited) {
    StringBuilder text = new StringBuilder();
    text.append(resource).append(" is held by ").append(holding.holder());
    if (holding.since() != null) {
      text.append(" since ").append(holding.since());
    }
    if (holding.until() != null) {
      text.append(" until ").append(holding.until());
    }
    text.append(" (fence ").append(holding.fence()).append(")");
    if (!waited.isZero()) {
      text.append(", still after waiting ").append(waited.toMillis()).append(" ms");
    }
    return text.append("; try again later, or wait longer").toString();
  }

  public String resource() {
    return resource;
  }

  public String holder() {
    return holding.holder();
  }

  /** When the holder got it, by the database's clock. */
  public @Nullable Instant since() {
    return holding.since();
  }

  /** When it ends unless the holder renews it, by the database's clock. */
  public @Nullable Instant until() {
    return holding.until();
  }

  public long fence() {
    return holding.fence();
  }

  /** How long this caller waited in vain; zero for a try. */
  public Duration waited() {
    return waited;
  }

  /** When it is worth trying again: the end of the lease as it is known, at least a second. */
  public Duration retryAfter() {
    return holding.retryAfter().compareTo(Duration.ofSeconds(1)) < 0
        ? Duration.ofSeconds(1)
        : holding.retryAfter();
  }
}
