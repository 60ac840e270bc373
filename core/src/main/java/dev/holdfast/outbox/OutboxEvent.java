package dev.holdfast.outbox;

import dev.holdfast.claim.Claim;
import dev.holdfast.transaction.TransactionAction;
import dev.holdfast.transaction.TransactionFunction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An event being delivered. What the handler does outside the database may happen twice (a crash
 * after it, before the event is completed): give the {@link #id()} along, so that the other side
 * can tell. What it does in {@link #inTransaction} happens exactly once.
 */
public final class OutboxEvent {

  private final Claim claim;

  OutboxEvent(Claim claim) {
    this.claim = claim;
  }

  /** Rises with every event appended to a key. */
  public long id() {
    return claim.get("id", Long.class);
  }

  public String topic() {
    return claim.get("topic", String.class);
  }

  /** Null: delivered in any order. */
  public @Nullable String key() {
    return claim.text("key");
  }

  public byte[] payload() {
    return claim.get("payload", byte[].class);
  }

  /** The payload as UTF-8 text. */
  public String text() {
    return new String(payload(), StandardCharsets.UTF_8);
  }

  public String contentType() {
    return claim.get("content_type", String.class);
  }

  /** Counts from 1. */
  public int attempt() {
    return claim.attempt();
  }

  /** The claim behind it, for its version (a fence for services outside) and its endings. */
  public Claim claim() {
    return claim;
  }

  /**
   * Runs a function and completes the event, in one transaction: both happen, once, or neither.
   *
   * @throws dev.holdfast.ClaimLostException if another relay has the event by now: nothing was done
   */
  public <T extends @Nullable Object, X extends Exception> T inTransaction(
      TransactionFunction<T, X> function) throws X {
    return claim.inTransaction(
        tx -> {
          T result = function.apply(tx);
          claim.finish(tx);
          return result;
        });
  }

  /** As {@link #inTransaction}, for work that has nothing to give back. */
  public <X extends Exception> void inTransactionWithoutResult(TransactionAction<X> action)
      throws X {
    inTransaction(
        tx -> {
          action.run(tx);
          return true;
        });
  }

  @Override
  public String toString() {
    return "event %d of %s%s".formatted(id(), topic(), key() == null ? "" : " (" + key() + ")");
  }
}
