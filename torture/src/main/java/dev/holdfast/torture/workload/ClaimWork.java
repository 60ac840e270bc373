package dev.holdfast.torture.workload;

import dev.holdfast.ClaimLostException;
import dev.holdfast.ConflictException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.HoldfastException;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;

/** Makes items, and works on them: the effect and the end of an item commit together. */
final class ClaimWork {

  static final ClaimTable TABLE =
      ClaimTable.of("item", "id")
          .withStatus(
              "status", ClaimStatuses.of("ready", "done", "failed").withClaimed("processing"))
          .withAttempts("attempts")
          .withDueAt("due_at");

  private static final WorkerOptions WORKER =
      WorkerOptions.defaults()
          .withConcurrency(2)
          .withBatch(10)
          .withPollInterval(Duration.ofMillis(200));

  private final Child child;
  private final String client;
  private final Random chance;

  ClaimWork(Child child, String client) {
    this.child = child;
    this.client = client;
    this.chance = child.chance(client);
  }

  static ClaimOptions options(Duration ttl) {
    return ClaimOptions.defaults()
        .withMaxAttempts(1_000)
        .withBackoff(Duration.ofMillis(50), Duration.ofMillis(500))
        .withWorkerTtl(ttl);
  }

  ClaimWorker work() {
    ClaimOptions options = options(child.job().shape().ttl());
    return child.holdfast().claims(TABLE, options).work(WORKER, this::handle);
  }

  /** A new item; whether it was really made does not matter. */
  void turn() {
    try (Connection connection = child.pool().getConnection();
        PreparedStatement insert = connection.prepareStatement(TablesSql.NEW_ITEM)) {
      insert.setLong(1, Writes.nextValue());
      insert.executeUpdate();
    } catch (SQLException e) {
      Child.pause(100);
    }
    Child.pause(30 + chance.nextInt(60));
  }

  private void handle(Claim claim) throws SQLException {
    long id = Long.parseLong(claim.key());
    String thread = client + "." + Thread.currentThread().getName();
    Facts facts = Facts.of(claim.lockId().toString(), claim.version()).withValue(id);
    child.recorder().note(thread, Kind.CLAIM, "item/" + id, facts, "");
    Child.pause(chance.nextInt(40));
    boolean[] returned = {false};
    Pending pending = child.recorder().invoke(thread, Kind.COMPLETE, "item/" + id, facts);
    try {
      claim.inTransaction(
          tx -> {
            returned[0] = false;
            try (PreparedStatement insert = tx.connection().prepareStatement(TablesSql.EFFECT)) {
              insert.setLong(1, id);
              insert.setLong(2, claim.version());
              insert.executeUpdate();
            }
            claim.finish(tx);
            returned[0] = true;
            return id;
          });
      pending.ok();
    } catch (ClaimLostException | ConflictException | DeadlineExceededException e) {
      pending.fail(e.getClass().getSimpleName());
      throw e;
    } catch (SQLException | HoldfastException e) {
      if (returned[0]) {
        pending.info(e.getClass().getSimpleName());
      } else {
        pending.fail("never committed: " + e.getClass().getSimpleName());
      }
      throw e;
    }
  }
}
