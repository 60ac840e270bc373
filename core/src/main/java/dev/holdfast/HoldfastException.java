package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything that Holdfast throws. A closed family: a {@code switch} over it can be
 * complete. None of them ever carries a token.
 */
public abstract sealed class HoldfastException extends RuntimeException
    permits AlreadyClaimedException,
        CancelledException,
        ClaimLostException,
        ClosedException,
        CommitUnknownException,
        ConflictException,
        DatabaseUnavailableException,
        DeadlineExceededException,
        InvalidRequestException,
        LeaseDeadlockException,
        LeaseHeldException,
        LeaseLostException,
        OpenTransactionException,
        OverloadedException,
        RequestFailedException,
        RowExistsException,
        RowMissingException,
        SchemaException,
        StaleVersionException,
        VersionRequiredException,
        WaitInterruptedException,
        WrongTokenException {

  private static final long serialVersionUID = 1L;

  HoldfastException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
