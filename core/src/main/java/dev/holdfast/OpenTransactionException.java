package dev.holdfast;

/**
 * The DataSource handed out a connection whose transaction somebody else has begun. Retrying there
 * would undo, or repeat, work that is not ours: so nothing was done.
 */
public final class OpenTransactionException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public OpenTransactionException() {
    super(
        "the DataSource handed out a connection with an open transaction, which Holdfast neither"
            + " commits nor retries: call join(connection, …) to take part in it, or give"
            + " Holdfast the DataSource behind the transaction manager's",
        null);
  }
}
