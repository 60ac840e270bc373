package dev.holdfast.transaction;

import dev.holdfast.ClosedException;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.internal.Listeners;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs functions in transactions of the application's DataSource, with a bound on every wait.
 * Thread-safe; close it to have new ones refused.
 *
 * <pre>{@code
 * holdfast.transactions().run(TransactionOptions.quick(), tx -> {
 *   Connection connection = tx.connection();       // lock timeout set, no round trip more
 *   …                                              // return commits, an exception rolls back
 * });
 * }</pre>
 */
public final class Transactions implements AutoCloseable {

  private static final TransactionStart NOTHING = connection -> {};

  private final Engine engine;
  private final Joining joining;
  private final Watchdog watchdog;
  private volatile boolean closed;

  public Transactions(DataSource dataSource, HoldfastSettings settings) {
    Listeners<HoldfastEvent> events =
        new Listeners<>(
            settings.listeners().stream().<Consumer<HoldfastEvent>>map(each -> each::on).toList());
    Outcomes outcomes = new Outcomes(dataSource, settings.patience());
    this.watchdog =
        new Watchdog(
            List.of(new Blockers(dataSource), new Slowness(events), new Pruning(outcomes)));
    this.engine = new Engine(dataSource, outcomes, events);
    this.joining = new Joining(events);
  }

  /** With {@link TransactionOptions#defaults()}. */
  public <T extends @Nullable Object, X extends Exception> T run(TransactionFunction<T, X> function)
      throws X {
    return run(TransactionOptions.defaults(), function);
  }

  /**
   * Runs it, and commits. The function may run several times, each time in a new transaction: what
   * it does outside the database it does again.
   *
   * @throws dev.holdfast.LockTimeoutException if a lock could not be had, naming who has it
   * @throws dev.holdfast.DeadlockException after a deadlock that was not tried again
   * @throws dev.holdfast.SerializationException after a serialization failure, likewise
   * @throws dev.holdfast.DeadlineExceededException if it was not done in time: rolled back
   * @throws dev.holdfast.WaitInterruptedException if the thread was interrupted: rolled back
   * @throws dev.holdfast.CancelledException if the caller cancelled it: rolled back
   * @throws dev.holdfast.CommitUnknownException if nobody can tell whether it was committed
   * @throws dev.holdfast.OpenTransactionException if the DataSource hands out others' transactions
   */
  public <T extends @Nullable Object, X extends Exception> T run(
      TransactionOptions options, TransactionFunction<T, X> function) throws X {
    return run(options, NOTHING, function);
  }

  /** As {@link #run(TransactionFunction)}, for work that has nothing to give back. */
  public <X extends Exception> void runWithoutResult(TransactionAction<X> action) throws X {
    runWithoutResult(TransactionOptions.defaults(), action);
  }

  /**
   * As {@link #run(TransactionOptions, TransactionFunction)}, for work that has nothing to give
   * back. Not another {@code run}: a lambda like {@code tx -> book(tx)} could be meant for either.
   */
  public <X extends Exception> void runWithoutResult(
      TransactionOptions options, TransactionAction<X> action) throws X {
    run(options, done(action));
  }

  /** The same, with something to be done first: a guard. */
  public <T extends @Nullable Object, X extends Exception> T run(
      TransactionOptions options, TransactionStart start, TransactionFunction<T, X> function)
      throws X {
    Running running = watched(options);
    try {
      return engine.run(running, start, function);
    } finally {
      watchdog.forget(running);
    }
  }

  /** With {@link TransactionOptions#defaults()}. */
  public <T extends @Nullable Object, X extends Exception> T join(
      Connection connection, TransactionFunction<T, X> function) throws X {
    return join(connection, TransactionOptions.defaults(), function);
  }

  /**
   * Runs it in the transaction that this connection is in: plain JDBC's, Spring's, Hibernate's. The
   * lock timeout holds inside and is put back afterwards; the deadline and interrupts hold too.
   * Nothing is tried again and nothing is committed: after an exception the caller has to roll
   * back, and may try again from where the transaction began.
   */
  public <T extends @Nullable Object, X extends Exception> T join(
      Connection connection, TransactionOptions options, TransactionFunction<T, X> function)
      throws X {
    Running running = watched(options);
    try {
      return joining.run(connection, running, function);
    } finally {
      watchdog.forget(running);
    }
  }

  /** As {@link #join(Connection, TransactionOptions, TransactionFunction)}, without a result. */
  public <X extends Exception> void joinWithoutResult(
      Connection connection, TransactionOptions options, TransactionAction<X> action) throws X {
    join(connection, options, done(action));
  }

  /** The backends of the transactions that are open here at this moment, by thread. */
  public Map<Thread, List<Integer>> openBackends() {
    Map<Thread, List<Integer>> open = new HashMap<>();
    for (Running running : watchdog.all()) {
      int backend = running.isInside() ? running.backend() : 0;
      if (backend != 0) {
        open.computeIfAbsent(running.thread(), thread -> new ArrayList<>()).add(backend);
      }
    }
    return open;
  }

  /** New ones are refused; those under way are still looked after. */
  @Override
  public void close() {
    closed = true;
    watchdog.close();
  }

  private Running watched(TransactionOptions options) {
    if (closed) {
      throw new ClosedException();
    }
    Running running = new Running(options);
    watchdog.watch(running);
    return running;
  }

  private static <X extends Exception> TransactionFunction<Boolean, X> done(
      TransactionAction<X> action) {
    return transaction -> {
      action.run(transaction);
      return true;
    };
  }
}
