package dev.holdfast.embedded;

import org.jspecify.annotations.Nullable;

/**
 * The embedded PostgreSQL could not do what was asked. The message says what happened, in which
 * directory, and what to do about it; it is meant to be shown to people as it is.
 */
public final class EmbeddedPostgresException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  EmbeddedPostgresException(String message) {
    this(message, null);
  }

  EmbeddedPostgresException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
