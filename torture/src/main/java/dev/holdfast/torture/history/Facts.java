package dev.holdfast.torture.history;

/**
 * What is known of an operation; {@link Kind} says which of it is written when.
 *
 * @param token a short id of the token, never the secret; "" = unknown
 * @param fence 0 = none
 * @param value 0 = none
 * @param databaseMicros the database's clock, in microseconds since 1970; 0 = unknown
 * @param deadlineNanos the local deadline of the grant, on the clock of the entries; 0 = none
 */
public record Facts(String token, long fence, long value, long databaseMicros, long deadlineNanos) {

  public static final Facts NONE = new Facts("", 0, 0, 0, 0);

  public Facts {
    if (fence < 0 || databaseMicros < 0) {
      throw new IllegalArgumentException("a fence and a time of the database are never below 0");
    }
  }

  public static Facts of(String token, long fence) {
    return NONE.withToken(token).withFence(fence);
  }

  public Facts withToken(String newToken) {
    return new Facts(newToken, fence, value, databaseMicros, deadlineNanos);
  }

  public Facts withFence(long newFence) {
    return new Facts(token, newFence, value, databaseMicros, deadlineNanos);
  }

  public Facts withValue(long newValue) {
    return new Facts(token, fence, newValue, databaseMicros, deadlineNanos);
  }

  public Facts withDatabaseMicros(long newMicros) {
    return new Facts(token, fence, value, newMicros, deadlineNanos);
  }

  public Facts withDeadlineNanos(long newDeadline) {
    return new Facts(token, fence, value, databaseMicros, newDeadline);
  }
}
