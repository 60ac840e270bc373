package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** A concurrent transaction changed what this one had read, under a stricter isolation. */
public final class SerializationException extends ConflictException {

  private static final long serialVersionUID = 1L;

  public SerializationException(Course course, @Nullable Throwable cause) {
    super("no serial order with a concurrent transaction", Conflict.SERIALIZATION, course, cause);
  }
}
