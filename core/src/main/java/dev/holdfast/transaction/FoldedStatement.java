package dev.holdfast.transaction;

import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The opening and the user's first statement in one; shows the results of the user's part only. */
final class FoldedStatement implements AutoCloseable {

  private final PreparedStatement statement;
  private final Opening opening;
  private boolean rows;

  FoldedStatement(PreparedStatement statement, Opening opening) {
    this.statement = statement;
    this.opening = opening;
  }

  /** Sends both, and goes on to the user's first result. */
  void execute() throws SQLException {
    try {
      statement.execute();
      opening.read(statement);
      rows = statement.getMoreResults();
    } catch (SQLException e) {
      opening.failed();
      throw e;
    }
  }

  /** What the user's call returns, or the error that the driver would give. */
  Object answer(String call) throws SQLException {
    return switch (call) {
      case "execute" -> rows;
      case "executeQuery" -> {
        if (!rows) {
          throw new SQLException("No results were returned by the query.", "02000");
        }
        yield statement.getResultSet();
      }
      default -> {
        if (rows) {
          throw new SQLException("A result was returned when none was expected.", "0100E");
        }
        yield call.equals("executeLargeUpdate")
            ? (Object) statement.getLargeUpdateCount()
            : statement.getUpdateCount();
      }
    };
  }

  @Nullable Object result(Method method, @Nullable Object[] arguments) throws Throwable {
    return HandedConnection.call(statement, method, arguments);
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
