package dev.holdfast.server.cli;

/** The user asked for something that cannot be; the message says what to write instead. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
