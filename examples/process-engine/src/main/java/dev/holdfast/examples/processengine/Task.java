package dev.holdfast.examples.processengine;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tasks of the process, each with the one that follows. */
public enum Task {
  ENDED(null),
  FEEDBACK(ENDED),
  SIGNING(FEEDBACK),
  CONFIRMATION(SIGNING),
  DATA(CONFIRMATION);

  private final @Nullable Task next;

  Task(@Nullable Task next) {
    this.next = next;
  }

  /** The one that follows; empty: the process has ended. */
  Optional<Task> next() {
    return Optional.ofNullable(next);
  }
}
