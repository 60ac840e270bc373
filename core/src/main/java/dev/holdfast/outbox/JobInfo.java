package dev.holdfast.outbox;

import org.jspecify.annotations.Nullable;

/**
 * Where a job stands.
 *
 * @param step the next one, or the last that was tried
 * @param progress how far it is
 */
public record JobInfo(long id, String kind, String step, Progress progress) {

  /**
   * How far a job is.
   *
   * @param status pending, processing, completed, failed or parked
   * @param outcome of a completed one: {@code done}, or {@code stopped before} a step
   * @param attempts of this step
   * @param lastError of the last attempt that failed
   */
  public record Progress(
      String status, @Nullable String outcome, int attempts, @Nullable String lastError) {}
}
