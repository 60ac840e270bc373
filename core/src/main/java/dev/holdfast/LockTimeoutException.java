package dev.holdfast;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Somebody else kept a lock for too long; {@link #blockers()} says who, where it could be seen. */
public final class LockTimeoutException extends ConflictException {

  private static final long serialVersionUID = 1L;

  private final transient List<Blocker> blockers;

  /** A lock that was waited for in vain. */
  public LockTimeoutException(
      String waitedFor, Course course, List<Blocker> blockers, @Nullable Throwable cause) {
    super("no lock within " + waitedFor + named(blockers), Conflict.LOCK_TIMEOUT, course, cause);
    this.blockers = List.copyOf(blockers);
  }

  /** A lock that was asked for without waiting. */
  public LockTimeoutException(String what, Course course, @Nullable Throwable cause) {
    super(what + " is locked, and NOWAIT was asked for", Conflict.LOCKED, course, cause);
    this.blockers = List.of();
  }

  /** Who was in the way when it was last looked at; empty if nobody was seen. */
  public List<Blocker> blockers() {
    return blockers == null ? List.of() : blockers;
  }

  private static String named(List<Blocker> blockers) {
    return blockers.isEmpty()
        ? ""
        : blockers.stream()
            .map(Blocker::toString)
            .collect(Collectors.joining("; and ", ", blocked by ", ""));
  }
}
