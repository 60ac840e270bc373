package dev.holdfast.spring;

import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.outbox.EventHandler;
import java.util.List;

/**
 * A relay of the outbox, as a bean: it starts after the application and stops before Holdfast is
 * closed. Defaults: 10 attempts, {@link WorkerOptions#defaults()}.
 *
 * <pre>{@code
 * @Bean
 * OutboxRelay mails(Mailer mailer) {
 *   return OutboxRelay.of(event -> mailer.send(event.text()), "mail");
 * }
 * }</pre>
 *
 * @param handler delivers one event
 * @param topics whose events; none: all
 * @param claims attempts and backoff
 * @param worker how many at once, and how often it looks
 */
public record OutboxRelay(
    EventHandler handler, List<String> topics, ClaimOptions claims, WorkerOptions worker) {

  private static final int ATTEMPTS = 10;

  public OutboxRelay {
    topics = List.copyOf(topics);
  }

  public static OutboxRelay of(EventHandler handler, String... topics) {
    return new OutboxRelay(
        handler,
        List.of(topics),
        ClaimOptions.defaults().withMaxAttempts(ATTEMPTS),
        WorkerOptions.defaults());
  }

  public OutboxRelay with(ClaimOptions newClaims) {
    return new OutboxRelay(handler, topics, newClaims, worker);
  }

  public OutboxRelay with(WorkerOptions newWorker) {
    return new OutboxRelay(handler, topics, claims, newWorker);
  }
}
