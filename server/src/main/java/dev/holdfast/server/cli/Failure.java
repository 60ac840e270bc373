package dev.holdfast.server.cli;

import dev.holdfast.ClosedException;
import dev.holdfast.CommitUnknownException;
import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.HoldfastException;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.OverloadedException;
import dev.holdfast.SchemaException;
import dev.holdfast.embedded.EmbeddedPostgresException;
import dev.holdfast.policy.file.PolicyFileException;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Collectors;

/** An error as the shell sees it: the one place that knows which error is which exit code. */
record Failure(int exitCode, String message) {
  /** No connection, no such user or database, starting up, shutting down, too many clients. */
  private static final Set<String> UNREACHABLE = Set.of("08", "28", "3D", "57", "53");

  static Failure of(Throwable error) {
    String message = String.valueOf(error.getMessage());
    if (error instanceof ClosedException) {
      return new Failure(ExitCodes.INTERRUPTED, "interrupted; nothing was done");
    }
    if (error instanceof HoldfastException known) {
      return new Failure(exitCode(known), message);
    }
    if (error instanceof PolicyFileException) {
      return new Failure(ExitCodes.NOT_A_POLICY, message.lines().collect(Collectors.joining("; ")));
    }
    if (error instanceof UsageException) {
      return new Failure(ExitCodes.USAGE, message);
    }
    if (error instanceof EmbeddedPostgresException) {
      return new Failure(ExitCodes.DATABASE_UNREACHABLE, message);
    }
    return new Failure(ExitCodes.NO, "unexpected, please report it: " + error);
  }

  private static int exitCode(HoldfastException error) {
    if (isUnreachable(error)) {
      return ExitCodes.DATABASE_UNREACHABLE;
    }
    if (error instanceof InvalidRequestException) {
      return ExitCodes.USAGE;
    }
    if (error instanceof LeaseHeldException || error instanceof OverloadedException) {
      return ExitCodes.BUSY;
    }
    if (error instanceof LeaseLostException) {
      return ExitCodes.LEASE_LOST;
    }
    return error instanceof SchemaException ? ExitCodes.CONFIGURATION : ExitCodes.NO;
  }

  private static boolean isUnreachable(HoldfastException error) {
    if (error instanceof DatabaseUnavailableException || error instanceof CommitUnknownException) {
      return true;
    }
    return error.getCause() instanceof SQLException sql
        && sql.getSQLState() != null
        && sql.getSQLState().length() == 5
        && UNREACHABLE.contains(sql.getSQLState().substring(0, 2));
  }
}
