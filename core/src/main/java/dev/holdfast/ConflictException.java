package dev.holdfast;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The resource is being modified by another operation: nothing was committed. Its cause is the last
 * failure, the earlier attempts' are suppressed in it.
 */
public abstract sealed class ConflictException extends HoldfastException
    permits LockTimeoutException, DeadlockException, SerializationException {

  private static final long serialVersionUID = 1L;

  private final Conflict conflict;
  private final Course course;

  /**
   * How it went until then.
   *
   * @param attempts how often the function ran
   * @param took all attempts and the pauses between them
   * @param joined whether somebody else began the transaction, and has to roll it back
   */
  public record Course(int attempts, Duration took, boolean joined)
      implements java.io.Serializable {

    private static final long serialVersionUID = 1L;

    private String text() {
      return joined
          ? "; roll the outer transaction back: whoever began it may try it again from its start"
          : " (%s in %,d ms); nothing was committed, try again later"
              .formatted(attempts == 1 ? "1 attempt" : attempts + " attempts", took.toMillis());
    }
  }

  ConflictException(String what, Conflict conflict, Course course, @Nullable Throwable cause) {
    super("the resource is being modified by another operation: " + what + course.text(), cause);
    this.conflict = conflict;
    this.course = course;
  }

  public Conflict conflict() {
    return conflict;
  }

  /** How often the function ran. */
  public int attempts() {
    return course.attempts();
  }

  /** All attempts and the pauses between them. */
  public Duration took() {
    return course.took();
  }

  /** Whether the transaction is somebody else's, who has to roll it back. */
  public boolean joined() {
    return course.joined();
  }
}
