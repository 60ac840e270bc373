package dev.holdfast.torture.history;

import org.jspecify.annotations.Nullable;

/**
 * An INVOKE and what became of it. An entry that stands alone (LOST, READ_END) is both its own
 * beginning and its end.
 *
 * @param end null if nothing was heard of it any more
 */
public record Operation(Entry begin, @Nullable Entry end) {

  public Phase outcome() {
    return end == null ? Phase.INFO : end.phase();
  }

  public boolean isOk() {
    return outcome() == Phase.OK;
  }

  public boolean isUnknown() {
    return outcome() == Phase.INFO;
  }

  public Kind kind() {
    return begin.kind();
  }

  public String resource() {
    return begin.resource();
  }

  public String client() {
    return begin.client();
  }

  /** What is known of it in the end. */
  public Facts facts() {
    return end == null ? begin.facts() : end.facts();
  }

  /** When it was sent, at the earliest. */
  public long invokedAt() {
    return begin.nanos();
  }

  /** By when it had happened, or never will: far away if nobody can tell. */
  public long completedAt() {
    return end == null || end.phase() == Phase.INFO ? Long.MAX_VALUE : end.nanos();
  }

  /** It was over before the other began. */
  public boolean isBefore(Operation other) {
    return completedAt() < other.invokedAt();
  }
}
