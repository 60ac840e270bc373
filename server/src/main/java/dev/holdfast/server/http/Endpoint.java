package dev.holdfast.server.http;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One call: who may make it, and what happens then. What is not in the table of endpoints does not
 * exist.
 *
 * @param path such as {@code /api/v1/resources/{name}/why}; a variable is one segment,
 *     percent-decoded
 * @param role the least role that may call it; null: open to everybody
 * @param query the names of its query parameters; others are refused
 */
public record Endpoint(
    String method, String path, @Nullable Role role, Set<String> query, Handler handler) {

  /** Runs on the event loop and must not block. */
  @FunctionalInterface
  public interface Handler {
    CompletionStage<Answer> handle(Exchange exchange);
  }

  /** Runs on a worker thread, of which there are few. */
  @FunctionalInterface
  public interface Work {
    Answer run(Exchange exchange) throws Exception;
  }

  public Endpoint {
    query = Set.copyOf(query);
  }

  /** A call that blocks: on a worker thread. */
  public static Endpoint blocking(String method, String path, @Nullable Role role, Work work) {
    return new Endpoint(
        method, path, role, Set.of(), exchange -> exchange.work(() -> work.run(exchange)));
  }

  /** A call that does not block. */
  public static Endpoint of(String method, String path, @Nullable Role role, Handler handler) {
    return new Endpoint(method, path, role, Set.of(), handler);
  }

  /** The same with query parameters. */
  public Endpoint withQuery(String... names) {
    return new Endpoint(method, path, role, Set.of(names), handler);
  }
}
