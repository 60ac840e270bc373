package dev.holdfast.torture.workload;

import dev.holdfast.ConflictException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastException;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.outbox.Event;
import dev.holdfast.outbox.OutboxEvent;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import dev.holdfast.transaction.Transaction;
import java.time.Duration;
import java.util.Random;

/** Publishes events in transactions of which some roll back, and handles what comes. */
final class OutboxWork {
  private static final String TOPIC = "torture";
  private static final WorkerOptions RELAY =
      WorkerOptions.defaults()
          .withConcurrency(2)
          .withBatch(10)
          .withPollInterval(Duration.ofMillis(200));

  /** Ends a transaction on purpose. */
  private static final class ChangedMind extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Child child;
  private final String client;
  private final Random chance;

  OutboxWork(Child child, String client) {
    this.child = child;
    this.client = client;
    this.chance = child.chance(client);
  }

  ClaimWorker work() {
    return child
        .holdfast()
        .outbox()
        .relay(ClaimWork.options(child.job().shape().ttl()), RELAY, this::handle, TOPIC);
  }

  private void handle(OutboxEvent event) {
    long value = Long.parseLong(event.text().replaceAll("\\D", ""));
    String thread = client + "." + Thread.currentThread().getName();
    Child.pause(chance.nextInt(20));
    child.recorder().note(thread, Kind.HANDLE, "outbox", Facts.NONE.withValue(value), "");
  }

  private void append(Transaction tx, Event event) {
    if (child.job().shape().slip() == Slip.OUTSIDE_THE_TRANSACTION) {
      Holdfast holdfast = child.holdfast();
      holdfast.transactions().runWithoutResult(own -> holdfast.outbox().append(own, event));
    } else {
      child.holdfast().outbox().append(tx, event);
    }
  }

  void turn() {
    long value = Writes.nextValue();
    boolean abort = chance.nextInt(4) == 0;
    boolean[] returned = {false};
    Pending pending =
        child.recorder().invoke(client, Kind.PUBLISH, "outbox", Facts.NONE.withValue(value));
    Event event = Event.json(TOPIC, "{\"n\": " + value + "}");
    Event sent = chance.nextBoolean() ? event : event.inOrderOf("k" + chance.nextInt(3));
    try {
      child
          .holdfast()
          .transactions()
          .run(
              tx -> {
                returned[0] = false;
                append(tx, sent);
                if (abort) {
                  throw new ChangedMind();
                }
                returned[0] = true;
                return value;
              });
      pending.ok();
    } catch (ChangedMind | ConflictException | DeadlineExceededException e) {
      pending.fail(e.getClass().getSimpleName());
    } catch (HoldfastException e) {
      if (returned[0]) {
        pending.info(e.getClass().getSimpleName());
      } else {
        pending.fail("never committed: " + e.getClass().getSimpleName());
      }
    }
    Child.pause(30 + chance.nextInt(60));
  }
}
