package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a COMMIT was lost and the database could not tell what became of it. The work may
 * have been committed or not: look at the data before doing it again.
 */
public final class CommitUnknownException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public CommitUnknownException(String transaction, @Nullable Throwable cause) {
    super(
        "the answer to the commit of transaction "
            + transaction
            + " was lost, and the database could not tell its outcome: it may have been committed;"
            + " look at the data before you do it again",
        cause);
  }
}
