package dev.holdfast.examples.evalium.db;

import dev.holdfast.Holdfast;
import dev.holdfast.policy.guard.Operation;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.stereotype.Component;

/** Runs an operation of the policy: declared by its name, in one transaction, tried again. */
@Component
public class Work {

  /** What an operation does. It may run several times, each time in a new transaction. */
  @FunctionalInterface
  public interface Task<T> {
    T run(Sql sql) throws SQLException;
  }

  private static final TransactionOptions OPTIONS = TransactionOptions.quick();

  private final Holdfast holdfast;

  public Work(Holdfast holdfast) {
    this.holdfast = holdfast;
  }

  public <T> T run(String operation, Task<T> task) {
    AtomicReference<T> result = new AtomicReference<>();
    unchecked(() -> Operation.run(operation, () -> result.setPlain(inTransaction(task))));
    return result.getPlain();
  }

  /** The same for an admin flow, which may lock tables of cluster D. */
  public <T> T admin(String operation, Task<T> task) {
    AtomicReference<T> result = new AtomicReference<>();
    unchecked(() -> Operation.admin(operation, () -> result.setPlain(inTransaction(task))));
    return result.getPlain();
  }

  /** What locks nothing needs no name. */
  public <T> T read(Task<T> task) {
    AtomicReference<T> result = new AtomicReference<>();
    unchecked(() -> result.setPlain(inTransaction(task)));
    return result.getPlain();
  }

  private <T> T inTransaction(Task<T> task) throws SQLException {
    return holdfast.transactions().run(OPTIONS, tx -> task.run(new Sql(tx.connection())));
  }

  private interface Call {
    void call() throws SQLException;
  }

  private static void unchecked(Call call) {
    try {
      call.call();
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
