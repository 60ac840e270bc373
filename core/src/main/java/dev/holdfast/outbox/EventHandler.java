package dev.holdfast.outbox;

/**
 * Delivers an event. If it returns, the event is completed; if it throws, it is tried again after
 * the backoff, and parked after the last attempt. No transaction is open while it runs.
 */
@FunctionalInterface
public interface EventHandler {

  void handle(OutboxEvent event) throws Exception;
}
