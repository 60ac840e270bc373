package dev.holdfast.claim;

import dev.holdfast.InvalidRequestException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link ClaimWorker} works. Defaults: 8 handlers at a time, up to 50 rows in hand, a look
 * for new rows every second when there was nothing to do, threads of its own, no listening.
 *
 * @param concurrency how many handlers run at once
 * @param batch how many rows are claimed together at most, and in hand at most (or as many as
 *     concurrency, if that is more)
 * @param pollInterval how long an idle worker waits before it looks again; half of it to one and a
 *     half, at random
 * @param listens whether to be woken by the trigger of {@link ClaimTable#wakeUpDdl}: takes a
 *     connection of its own
 * @param executor runs the handlers, on virtual threads perhaps; null: threads of the worker's own
 */
public record WorkerOptions(
    int concurrency,
    int batch,
    Duration pollInterval,
    boolean listens,
    @Nullable Executor executor) {

  private static final int MOST = 10_000;
  private static final WorkerOptions DEFAULTS =
      new WorkerOptions(8, 50, Duration.ofSeconds(1), false, null);

  public WorkerOptions {
    if (concurrency < 1 || concurrency > MOST || batch < 1 || batch > MOST) {
      throw new InvalidRequestException(
          "concurrency and batch are between 1 and %d, not %d and %d"
              .formatted(MOST, concurrency, batch));
    }
    if (pollInterval.toMillis() < 1 || pollInterval.compareTo(Duration.ofHours(1)) > 0) {
      throw new InvalidRequestException(
          "the poll interval is between 1 ms and an hour, not " + pollInterval);
    }
  }

  public static WorkerOptions defaults() {
    return DEFAULTS;
  }

  public WorkerOptions withConcurrency(int handlers) {
    return new WorkerOptions(handlers, batch, pollInterval, listens, executor);
  }

  public WorkerOptions withBatch(int rows) {
    return new WorkerOptions(concurrency, rows, pollInterval, listens, executor);
  }

  public WorkerOptions withPollInterval(Duration interval) {
    return new WorkerOptions(concurrency, batch, interval, listens, executor);
  }

  public WorkerOptions withListening() {
    return new WorkerOptions(concurrency, batch, pollInterval, true, executor);
  }

  public WorkerOptions withExecutor(Executor newExecutor) {
    return new WorkerOptions(concurrency, batch, pollInterval, listens, newExecutor);
  }

  int inHand() {
    return Math.max(concurrency, batch);
  }
}
