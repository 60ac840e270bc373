package dev.holdfast.transaction;

import dev.holdfast.InvalidRequestException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction under way, for the function that runs in it. Not thread-safe; over when the
 * function returns. Do not commit, roll back or close its connection: Holdfast does.
 */
public final class Transaction {

  private final HandedConnection handed;
  private final @Nullable Commit commit;
  private final Running running;
  private final List<Runnable> afterCommit = new ArrayList<>();

  Transaction(HandedConnection handed, @Nullable Commit commit, Running running) {
    this.handed = handed;
    this.commit = commit;
    this.running = running;
  }

  /**
   * The connection; everything done on it commits or rolls back together. The lock timeout holds
   * from its first statement on, which takes the setting along: no round trip more.
   */
  public Connection connection() {
    return handed.proxy();
  }

  /** The number of this attempt, from 1. */
  public int attempt() {
    return running.attempt();
  }

  /** Whether somebody else began this transaction, and commits it. */
  public boolean isJoined() {
    return commit == null;
  }

  /**
   * Runs this once the commit is known to have happened, in the order of the calls, on the caller's
   * thread; not after a rollback, and not if the outcome is unknown. What it throws is logged and
   * undoes nothing.
   */
  public void afterCommit(Runnable hook) {
    requireOwn("a hook after the commit");
    afterCommit.add(hook);
  }

  /**
   * The last write and the COMMIT in one message: a round trip less. Nothing can be done in this
   * transaction afterwards, and nothing undoes it: call it last.
   *
   * @return how many rows it changed; {@link java.sql.Statement#SUCCESS_NO_INFO} if it was
   *     committed, but its answer was lost
   */
  public int updateAndCommit(String sql, @Nullable Object... arguments) throws SQLException {
    int changed = requireOwn("updateAndCommit").update(sql, arguments);
    handed.over();
    return changed;
  }

  List<Runnable> hooks() {
    return afterCommit;
  }

  private Commit requireOwn(String what) {
    if (commit == null) {
      throw new InvalidRequestException(
          what + " is not for a joined transaction: Holdfast does not see its commit");
    }
    return commit;
  }
}
