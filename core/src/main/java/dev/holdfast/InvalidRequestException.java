package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * What was asked for is not valid: a bad name, ttl, holder, attribute or setting. Nothing was sent
 * to the database.
 */
public final class InvalidRequestException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public InvalidRequestException(String message) {
    super(message, null);
  }

  /** Throws if there is something to complain about. */
  public static void throwIf(@Nullable String complaint) {
    if (complaint != null) {
      throw new InvalidRequestException(complaint);
    }
  }
}
