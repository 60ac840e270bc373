package dev.holdfast.torture.workload;

import static dev.holdfast.Conflict.DEADLOCK;
import static dev.holdfast.Conflict.LOCK_TIMEOUT;
import static dev.holdfast.Conflict.SERIALIZATION;

import dev.holdfast.ConflictException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.HoldfastException;
import dev.holdfast.row.Row;
import dev.holdfast.row.RowLock;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import dev.holdfast.transaction.Transaction;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Counts in two rows in one transaction: now locked and read through Holdfast, in the order of
 * their keys, then written; now by bare updates in any order, which deadlock and are tried again.
 */
final class RowWork {
  private static final RowLock ROWS = RowLock.of("counted", "id");
  private static final TransactionOptions OPTIONS =
      TransactionOptions.quick()
          .withDeadline(Duration.ofSeconds(5))
          .withRetryOn(LOCK_TIMEOUT, DEADLOCK, SERIALIZATION);

  private final Child child;
  private final String client;
  private final Random chance;

  RowWork(Child child, String client) {
    this.child = child;
    this.client = client;
    this.chance = child.chance(client);
  }

  void turn() {
    long first = 1L + chance.nextInt(TablesSql.ROWS);
    long second = 1L + first % TablesSql.ROWS;
    List<Long> ids = chance.nextBoolean() ? List.of(first, second) : List.of(second, first);
    boolean lockFirst = chance.nextBoolean();
    List<Pending> pending = new ArrayList<>();
    for (long id : ids) {
      pending.add(child.recorder().invoke(client, Kind.ROW_UPDATE, "n/" + id, Facts.NONE));
    }
    boolean[] returned = {false};
    try {
      List<Long> made =
          child
              .holdfast()
              .transactions()
              .run(
                  OPTIONS,
                  tx -> {
                    returned[0] = false;
                    List<Long> counts =
                        lockFirst ? countLocked(tx, ids) : count(tx.connection(), ids);
                    returned[0] = true;
                    return counts;
                  });
      for (int i = 0; i < made.size(); i++) {
        pending.get(i).ok(Facts.NONE.withValue(made.get(i)));
      }
    } catch (ConflictException | DeadlineExceededException e) {
      pending.forEach(p -> p.fail(e.getClass().getSimpleName()));
    } catch (SQLException | HoldfastException e) {
      String why = e.getClass().getSimpleName();
      pending.forEach(returned[0] ? p -> p.info(why) : p -> p.fail("never committed: " + why));
    }
    Child.pause(20 + chance.nextInt(40));
  }

  private List<Long> countLocked(Transaction tx, List<Long> ids) throws SQLException {
    Map<Long, Long> counts = new HashMap<>();
    for (Row row : child.holdfast().rows().lock(tx, ROWS, ids.toArray()).rows()) {
      counts.put(row.get("id", Long.class), row.get("n", Long.class) + 1);
    }
    Child.pause(chance.nextInt(10));
    try (PreparedStatement statement = tx.connection().prepareStatement(TablesSql.COUNTED)) {
      for (Map.Entry<Long, Long> count : counts.entrySet()) {
        statement.setLong(1, count.getValue());
        statement.setLong(2, count.getKey());
        statement.executeUpdate();
      }
    }
    return ids.stream().map(counts::get).toList();
  }

  private List<Long> count(Connection connection, List<Long> ids) throws SQLException {
    List<Long> counts = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(TablesSql.COUNT)) {
      for (long id : ids) {
        statement.setLong(1, id);
        try (var row = statement.executeQuery()) {
          row.next();
          counts.add(row.getLong(1));
        }
        Child.pause(chance.nextInt(10));
      }
    }
    return counts;
  }
}
