package dev.holdfast.testkit.sqllock;

import dev.holdfast.testkit.contract.LockClient;
import java.sql.SQLException;

/** A grant of a {@link SqlLock}. */
final class SqlHeld implements LockClient.Held {
  private final Connections connections;
  private final Flaw flaw;
  private final String resource;
  private final String token;
  private final long fence;
  private final long deadline;
  private volatile boolean released;

  SqlHeld(
      Connections connections,
      Flaw flaw,
      String resource,
      String token,
      long fence,
      long deadline) {
    this.connections = connections;
    this.flaw = flaw;
    this.resource = resource;
    this.token = token;
    this.fence = fence;
    this.deadline = deadline;
  }

  @Override
  public long fence() {
    return fence;
  }

  @Override
  public boolean isHeld() {
    return !released && (flaw == Flaw.BELIEVES_FOR_EVER || System.nanoTime() - deadline < 0);
  }

  @Override
  public boolean release() throws SQLException {
    released = true;
    boolean freed =
        connections.use(connection -> SqlLockSql.free(connection, flaw, resource, token));
    return freed || flaw == Flaw.RETRIES_WITH_THE_SAME_ANSWER;
  }

  @Override
  public boolean guardedIncrement(String counter) throws SQLException {
    return connections.use(
        connection -> {
          connection.setAutoCommit(false);
          boolean current =
              flaw == Flaw.GUARD_DOES_NOT_CHECK || SqlLockSql.guard(connection, resource, token);
          if (current) {
            Counters.increment(connection, counter);
          }
          connection.commit();
          connection.setAutoCommit(true);
          return current;
        });
  }
}
