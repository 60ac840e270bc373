package dev.holdfast.transaction;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.Ending;
import dev.holdfast.HoldfastEvent.TransactionEnded;
import dev.holdfast.RequestFailedException;
import dev.holdfast.internal.Listeners;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Begin, start, function, commit; again after a conflict, never after a commit. Thread-safe. */
final class Engine {

  private static final System.Logger LOG = System.getLogger("dev.holdfast");

  /** A guard's snapshot may predate a renewal under REPEATABLE READ: nothing was done yet. */
  private static final int START_TRIES = 5;

  private static final String SERIALIZATION = "40001";

  private final DataSource dataSource;
  private final Outcomes outcomes;
  private final Listeners<HoldfastEvent> events;

  Engine(DataSource dataSource, Outcomes outcomes, Listeners<HoldfastEvent> events) {
    this.dataSource = dataSource;
    this.outcomes = outcomes;
    this.events = events;
  }

  /** What came of an attempt that was committed. */
  private record Done<T extends @Nullable Object>(T result, List<Runnable> hooks) {}

  <T extends @Nullable Object, X extends Exception> T run(
      Running running, TransactionStart start, TransactionFunction<T, X> function) throws X {
    Attempts attempts = new Attempts(running, events, false);
    Ending ending = Ending.ROLLED_BACK;
    try {
      while (true) {
        Attempt attempt = new Attempt();
        try {
          Done<T> done = attempt.run(running, start, function);
          ending = Ending.COMMITTED;
          runHooks(done.hooks());
          return done.result();
        } catch (Exception e) {
          ending = attempt.ending;
          Throwable end = ending == Ending.ROLLED_BACK ? attempts.afterwards(e) : e;
          if (end != null) {
            throw Sneaky.<X>rethrow(end);
          }
        }
      }
    } finally {
      Ending last = ending;
      events.tell(() -> new TransactionEnded(last, running.attempt(), running.took()));
    }
  }

  private static void runHooks(List<Runnable> hooks) {
    for (Runnable hook : hooks) {
      try {
        hook.run();
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "a hook after a commit failed; the commit stands", e);
      }
    }
  }

  /** One go, on one connection. */
  private final class Attempt {

    /** How it ended for sure, as far as is known. */
    private Ending ending = Ending.ROLLED_BACK;

    <T extends @Nullable Object, X extends Exception> Done<T> run(
        Running running, TransactionStart start, TransactionFunction<T, X> function) throws X {
      UUID outcome = running.options().begin().outcomeRow() ? UUID.randomUUID() : null;
      try (Session session = open(running)) {
        Begun begun = begin(session, start, outcome);
        Commit commit = new Commit(session, begun.opening, outcomes, outcome);
        Transaction transaction = new Transaction(begun.handed, commit, running);
        try {
          T result = function.apply(transaction);
          commit.finish();
          return new Done<>(result, transaction.hooks());
        } finally {
          begun.handed.over();
          ending = commit.ending();
        }
      }
    }

    private Session open(Running running) {
      try {
        return Session.open(dataSource, running);
      } catch (SQLException e) {
        throw couldNotBegin(e);
      }
    }

    private Begun begin(Session session, TransactionStart start, @Nullable UUID outcome) {
      try {
        session.ready();
        for (int attempt = 1; ; attempt++) {
          Begun begun = new Begun(session, session.opening(outcome));
          try {
            start.apply(begun.handed.proxy());
            return begun;
          } catch (SQLException e) {
            if (!SERIALIZATION.equals(e.getSQLState()) || attempt == START_TRIES) {
              throw e;
            }
            session.connection().rollback();
          }
        }
      } catch (SQLException e) {
        throw couldNotBegin(e);
      }
    }

    private RequestFailedException couldNotBegin(SQLException e) {
      return new RequestFailedException("a transaction could not begin", e);
    }
  }

  private static final class Begun {

    private final Opening opening;
    private final HandedConnection handed;

    Begun(Session session, Opening opening) {
      this.opening = opening;
      this.handed = new HandedConnection(session.connection(), opening);
    }
  }
}
