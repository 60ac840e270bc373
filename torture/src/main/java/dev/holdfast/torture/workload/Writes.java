package dev.holdfast.torture.workload;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.ConflictException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.HoldfastException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/** Writes under a lease: guarded in the database, or to the outside resource with the fence. */
final class Writes {
  // One process a base, so that values are unique in the run.
  private static final AtomicLong VALUES =
      new AtomicLong(ProcessHandle.current().pid() * 1_000_000_000L);

  private final Child child;
  private final String client;
  private final OutsideClient outside;

  Writes(Child child, String client) {
    this.child = child;
    this.client = client;
    this.outside = new OutsideClient(child.job().outsidePort());
  }

  static long nextValue() {
    return VALUES.incrementAndGet();
  }

  void inside(Held held, long millis) {
    long value = nextValue();
    boolean[] returned = {false};
    Pending pending =
        child.recorder().invoke(client, Kind.WRITE, held.resource(), held.proof().withValue(value));
    try {
      held.lease()
          .inTransaction(
              tx -> {
                returned[0] = false;
                write(tx.connection(), held, value);
                Child.pause(millis);
                child.gates().inGuard();
                returned[0] = true;
                return value;
              });
      pending.ok();
    } catch (LeaseLostException | DeadlineExceededException | ConflictException e) {
      pending.fail(e.getClass().getSimpleName()); // promised: rolled back
    } catch (CommitUnknownException e) {
      pending.info("the commit is unknown");
    } catch (SQLException | HoldfastException e) {
      if (returned[0]) {
        pending.info(e.getClass().getSimpleName());
      } else {
        pending.fail("never committed: " + e.getClass().getSimpleName());
      }
    }
  }

  private static void write(Connection connection, Held held, long value) throws SQLException {
    long no;
    try (PreparedStatement next = connection.prepareStatement(TablesSql.NEXT_NO)) {
      next.setString(1, held.resource());
      try (var row = next.executeQuery()) {
        row.next();
        no = row.getLong(1);
      }
    }
    try (PreparedStatement insert = connection.prepareStatement(TablesSql.WRITE)) {
      insert.setString(1, held.resource());
      insert.setLong(2, no);
      insert.setLong(3, held.fence());
      insert.setLong(4, value);
      insert.executeUpdate();
    }
  }

  void outside(Held held) {
    long value = nextValue();
    Pending pending =
        child
            .recorder()
            .invoke(client, Kind.OUTSIDE, held.resource(), held.proof().withValue(value));
    try {
      if (outside.write(held.resource(), held.fence(), value)) {
        pending.ok();
      } else {
        pending.fail("a higher fence was there");
      }
    } catch (IOException e) {
      pending.info(String.valueOf(e.getMessage()));
    }
  }
}
