package dev.holdfast;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;

/**
 * The database refused a request, with the SQLSTATE it gave; or it is away, as {@link
 * #isDatabaseAway} tells.
 */
public final class RequestFailedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String sqlState;

  public RequestFailedException(String what, SQLException cause) {
    super(what + ": " + why(cause), cause);
    this.sqlState = Objects.requireNonNullElse(cause.getSQLState(), "");
  }

  private static String why(SQLException cause) {
    return isAway(cause)
        ? "the database is away ("
            + cause.getMessage()
            + "); check that PostgreSQL is up and reachable, then try again"
        : "PostgreSQL refused it: " + cause.getMessage();
  }

  /** Class 08, a server that goes down or comes up, or has no connection left, and a pool's own. */
  private static boolean isAway(SQLException cause) {
    String state = Objects.requireNonNullElse(cause.getSQLState(), "");
    return state.startsWith("08")
        || state.startsWith("57P")
        || state.equals("53300")
        || cause instanceof SQLTransientConnectionException;
  }

  /** Whether it was not refused, but could not be asked: the same may succeed a little later. */
  public boolean isDatabaseAway() {
    return getCause() instanceof SQLException cause && isAway(cause);
  }

  /** PostgreSQL's code for what went wrong; empty if it gave none. */
  public String sqlState() {
    return sqlState;
  }
}
