package dev.holdfast.transaction;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.HoldfastEvent.Ending;
import dev.holdfast.HoldfastException;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.internal.Unconfirmed;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.TransactionState;

/**
 * The end of a transaction, told truly. Before the COMMIT is sent: is the transaction still whole,
 * may it still commit? After it: did the server say so, or has it to be asked? Not thread-safe.
 */
final class Commit {

  private final Session session;
  private final Opening opening;
  private final Outcomes outcomes;
  private final @Nullable UUID outcomeRow;
  private @Nullable Ending ending;

  Commit(Session session, Opening opening, Outcomes outcomes, @Nullable UUID outcomeRow) {
    this.session = session;
    this.opening = opening;
    this.outcomes = outcomes;
    this.outcomeRow = outcomeRow;
  }

  /** Unless it is ROLLED_BACK, the function must not run again. */
  Ending ending() {
    return ending == null ? Ending.ROLLED_BACK : ending;
  }

  /** The function returned: commits unless it did, or throws. */
  void finish() {
    if (ending == null) {
      now();
    } else if (ending == Ending.UNKNOWN) {
      throw new CommitUnknownException(known().toString(), null);
    } else if (ending == Ending.ROLLED_BACK) {
      throw nothing(new SQLException("updateAndCommit failed and its error was swallowed"));
    }
  }

  private void now() {
    refuseStopped();
    if (opening.isPending() && session.state() == TransactionState.IDLE) {
      ended(Ending.COMMITTED); // nothing was done, nothing is to be committed
      return;
    }
    refuseSilentEnd();
    try {
      session.connection().clearWarnings();
      send();
      session.connection().commit();
      refuseUnconfirmed(session.connection().getWarnings());
      ended(Ending.COMMITTED);
    } catch (SQLException e) {
      settle(e);
    }
  }

  /** The last write and the COMMIT in one message. */
  int update(String sql, @Nullable Object... arguments) throws SQLException {
    refuseStopped();
    if (opening.isPending()) {
      opening.alone(session.connection()); // without its id a lost answer could not be settled
    }
    refuseSilentEnd();
    try (PreparedStatement statement = session.connection().prepareStatement(sql + ";\ncommit")) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      send();
      statement.execute();
      int changed = Math.max(statement.getUpdateCount(), 0);
      refuseUnconfirmed(statement.getWarnings());
      ended(Ending.COMMITTED);
      return changed;
    } catch (SQLException e) {
      if (!Outcomes.answerWasLost(e)) {
        ended(Ending.ROLLED_BACK);
        throw e;
      }
      settle(e);
      return Statement.SUCCESS_NO_INFO;
    }
  }

  private void refuseStopped() {
    Running running = session.running();
    Stop stop = running.due();
    if (stop != null) {
      throw stop.error(running.options(), running.attempt(), null);
    }
  }

  /** Until it is answered, nobody knows. */
  private void send() {
    ending = Ending.UNKNOWN;
  }

  private void ended(Ending known) {
    ending = known;
    if (known == Ending.COMMITTED) {
      session.over();
    }
  }

  private void settle(SQLException failure) {
    Outcomes.Known transaction = known();
    ended(outcomes.find(transaction, failure));
    switch (ending()) {
      case COMMITTED -> {}
      case ROLLED_BACK -> throw nothing(failure);
      case UNKNOWN -> throw new CommitUnknownException(transaction.toString(), failure);
    }
  }

  private void refuseSilentEnd() {
    TransactionState state = session.state();
    if (state == TransactionState.FAILED) {
      throw nothing(new SQLException("a statement failed and its error was swallowed", "25P02"));
    }
    if (state == TransactionState.IDLE) {
      ended(Ending.UNKNOWN);
      throw new InvalidRequestException(
          "the function ended the transaction by a COMMIT or ROLLBACK of its own: Holdfast can't"
              + " tell what was committed; leave both to Holdfast");
    }
  }

  private void refuseUnconfirmed(@Nullable SQLWarning first) {
    SQLWarning warning = Unconfirmed.in(first);
    if (warning != null) {
      throw new CommitUnknownException(known().toString(), warning);
    }
  }

  private Outcomes.Known known() {
    return new Outcomes.Known(opening.answer(), outcomeRow, opening.begunAt());
  }

  private static HoldfastException nothing(SQLException why) {
    return new RequestFailedException("nothing was committed", why);
  }
}
