package dev.holdfast.lease;

import dev.holdfast.WaitInterruptedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Parks the caller's thread until the dispatcher has an answer. Virtual threads unmount here. */
final class Waiting {

  private Waiting() {}

  /** The answer to a release or renewal, within the patience; an interrupt does not lose it. */
  static Answer forAnswer(
      CompletableFuture<Answer> answer,
      Duration patience,
      Supplier<? extends RuntimeException> unavailable) {
    try {
      return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw unavailable.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("the database's answer");
    } catch (ExecutionException e) {
      throw unwrap(e);
    }
  }

  /** What went wrong, with the stack of who waits: the dispatcher's own says nothing to them. */
  static RuntimeException unwrap(ExecutionException e) {
    if (e.getCause() instanceof RuntimeException cause) {
      cause.setStackTrace(e.getStackTrace());
      return cause;
    }
    return new IllegalStateException(e.getCause());
  }
}
