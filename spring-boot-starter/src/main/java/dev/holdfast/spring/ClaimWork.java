package dev.holdfast.spring;

import dev.holdfast.claim.ClaimHandler;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.WorkerOptions;

/**
 * A worker on claims, as a bean: it starts after the application and stops before Holdfast is
 * closed. Defaults: those of {@link ClaimOptions} and {@link WorkerOptions}.
 *
 * <pre>{@code
 * @Bean
 * ClaimWork shipping(Shipping shipping) {
 *   return ClaimWork.on(ClaimTable.of("orders", "id"), claim -> shipping.ship(claim.key()));
 * }
 * }</pre>
 *
 * @param table whose rows are worked on
 * @param handler does the work on one
 * @param claims attempts and backoff
 * @param worker how many at once, and how often it looks
 */
public record ClaimWork(
    ClaimTable table, ClaimHandler handler, ClaimOptions claims, WorkerOptions worker) {

  public static ClaimWork on(ClaimTable table, ClaimHandler handler) {
    return new ClaimWork(table, handler, ClaimOptions.defaults(), WorkerOptions.defaults());
  }

  public ClaimWork with(ClaimOptions newClaims) {
    return new ClaimWork(table, handler, newClaims, worker);
  }

  public ClaimWork with(WorkerOptions newWorker) {
    return new ClaimWork(table, handler, claims, newWorker);
  }
}
