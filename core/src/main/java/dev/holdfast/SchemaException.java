package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** The schema in the database is missing, older or newer than this library can work with. */
public final class SchemaException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public SchemaException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
