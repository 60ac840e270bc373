package dev.holdfast.spring;

import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.outbox.JobType;
import java.util.List;

/**
 * A worker on jobs of several steps, as a bean: it starts after the application and stops before
 * Holdfast is closed. Defaults: those of {@link ClaimOptions} and {@link WorkerOptions}.
 *
 * <pre>{@code
 * @Bean
 * JobWork forgetting(JobType forgetUser) {
 *   return JobWork.on(forgetUser);
 * }
 * }</pre>
 *
 * @param types whose jobs
 * @param claims attempts and backoff
 * @param worker how many at once, and how often it looks
 */
public record JobWork(List<JobType> types, ClaimOptions claims, WorkerOptions worker) {

  public JobWork {
    types = List.copyOf(types);
  }

  public static JobWork on(JobType... types) {
    return new JobWork(List.of(types), ClaimOptions.defaults(), WorkerOptions.defaults());
  }

  public JobWork with(ClaimOptions newClaims) {
    return new JobWork(types, newClaims, worker);
  }

  public JobWork with(WorkerOptions newWorker) {
    return new JobWork(types, claims, newWorker);
  }
}
