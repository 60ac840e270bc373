package dev.holdfast.internal;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * A commit whose wait for the synchronous standby was cancelled: the server answers it as done,
 * with a warning. It is done here; a failover may undo it.
 */
public final class Unconfirmed {

  /** The code of the warning, and of the error that it becomes. */
  public static final String STATE = "01000";

  // Others warn under the same code, triggers too: only the server's routine tells them apart.
  private static final String ROUTINE = "SyncRepWaitForLSN";

  private Unconfirmed() {}

  /** The warning of that kind; null: there is none. */
  public static @Nullable SQLWarning in(@Nullable SQLWarning first) {
    for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
      ServerErrorMessage said = each instanceof PSQLWarning p ? p.getServerErrorMessage() : null;
      if (said != null && ROUTINE.equals(said.getRoutine())) {
        return each;
      }
    }
    return null;
  }

  /** For a statement that is its own transaction: to be told as an error, not as done. */
  public static void refuse(Statement statement) throws SQLException {
    SQLWarning warning = in(statement.getWarnings());
    if (warning != null) {
      throw new SQLException(warning.getMessage(), STATE, warning);
    }
  }
}
