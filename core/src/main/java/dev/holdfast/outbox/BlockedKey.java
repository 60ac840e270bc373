package dev.holdfast.outbox;

import org.jspecify.annotations.Nullable;

/**
 * A key whose events wait behind one that failed.
 *
 * @param event the id of the one that failed
 * @param waiting how many events of the key wait behind it
 */
public record BlockedKey(String topic, String key, long event, Failure failure, long waiting) {

  /** How it failed. */
  public record Failure(String status, int attempts, @Nullable String lastError) {}
}
