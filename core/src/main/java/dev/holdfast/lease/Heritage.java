package dev.holdfast.lease;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a lease has from the one before it in this process, and for the next one. Thread-safe. */
final class Heritage {

  /** Up to this fence this process may give the resource on by itself; 0: not at all. */
  private volatile long promised;

  /** Handed over here and not known to the database yet: its answer; null: it knows. */
  private volatile @Nullable CompletableFuture<Answer> recording;

  /** It follows on another within this process: the database is told afterwards. */
  void from(Heritage before) {
    promised = before.promised;
    recording = new CompletableFuture<>();
  }

  void promise(long upTo) {
    promised = upTo;
  }

  /** Whether the process may give this fence by itself. */
  boolean isPromised(long fence) {
    return fence <= promised;
  }

  /** Whether fences were promised for those who follow, used up or not. */
  boolean hasPromise() {
    return promised > 0;
  }

  /** Whether the database knows the lease. */
  boolean isRecorded() {
    return recording == null;
  }

  /** What the database will say of it; null: it knows it already. */
  @Nullable CompletableFuture<Answer> recording() {
    return recording;
  }

  /** The database knows it now, or says that it was lost. */
  void recorded(Answer answer) {
    CompletableFuture<Answer> waiting = recording;
    recording = null;
    if (waiting != null) {
      waiting.complete(answer);
    }
  }
}
