package dev.holdfast.server.http;

import dev.holdfast.RequestFailedException;
import java.lang.System.Logger.Level;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/** Failures of statements that say something about the database rather than about the request. */
final class DatabaseTrouble {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.http");

  private DatabaseTrouble() {}

  /** Null: nothing of that kind. */
  static @Nullable HttpProblem of(RequestFailedException error) {
    String state = error.sqlState() == null ? "" : error.sqlState();
    if (state.equals("42501")) {
      LOG.log(Level.WARNING, error.getMessage() + ": " + error.getCause());
      return HttpProblem.forbidden(
          "the database role of the service may not do this: grant holdfast_admin to it, and"
              + " pg_signal_backend to end sessions of others");
    }
    if (state.equals("57014")) {
      return unavailable("the database took longer than five seconds for it");
    }
    boolean away =
        state.startsWith("08")
            || state.startsWith("57P")
            || state.startsWith("53")
            || error.getCause() instanceof SQLTransientException;
    if (away) {
      LOG.log(Level.WARNING, error.getMessage() + ": " + error.getCause());
      return unavailable("the database does not answer");
    }
    return null;
  }

  private static HttpProblem unavailable(String detail) {
    return new HttpProblem(503, "unavailable", "The service is unavailable", detail).retryAfter(5);
  }
}
