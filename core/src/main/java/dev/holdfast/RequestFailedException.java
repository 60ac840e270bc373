package dev.holdfast;

import java.sql.SQLException;
import java.util.Objects;

/** The database refused a request, with the SQLSTATE it gave. */
public final class RequestFailedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String sqlState;

  public RequestFailedException(String what, SQLException cause) {
    super(what + ": PostgreSQL refused it: " + cause.getMessage(), cause);
    this.sqlState = Objects.requireNonNullElse(cause.getSQLState(), "");
  }

  /** PostgreSQL's code for what went wrong; empty if it gave none. */
  public String sqlState() {
    return sqlState;
  }
}
