package dev.holdfast.server.http;

import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.RemoteRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a client wants to acquire.
 *
 * @param several whether it asked for a list, be it of one
 */
record Wish(RemoteRequest request, boolean several) {
  private static final String OURS = "holdfast/";

  static Wish read(Exchange exchange, Duration longestWait) {
    Members body =
        exchange.members("resource", "resources", "holder", "ttl", "wait", "attributes", "token");
    Optional<String> one = body.text("resource");
    Optional<List<String>> many = body.texts("resources");
    if (one.isPresent() == many.isPresent()) {
      throw HttpProblem.invalid("give either resource, a string, or resources, a list of strings");
    }
    List<String> resources = one.map(List::of).or(() -> many).orElse(List.of());
    resources.forEach(name -> notOurs(exchange.allowed(name)));
    LeaseToken token =
        LeaseToken.of(
            body.text("token"),
            exchange.header("idempotency-key"),
            exchange.accessSecret(),
            resources);
    String holder = body.requiredText("holder");
    RemoteRequest request =
        new RemoteRequest(
            resources,
            holder,
            token.value(),
            token.chosen(),
            options(body, longestWait),
            exchange.caller().name() + "/" + holder);
    return new Wish(request, many.isPresent());
  }

  /** The services agree by such leases who of them observes: nobody else gets one. */
  private static void notOurs(String resource) {
    if (resource.startsWith(OURS)) {
      throw HttpProblem.forbidden("names that begin with " + OURS + " are the service's own");
    }
  }

  boolean waits() {
    return !request.options().waitUpTo().isZero();
  }

  private static LeaseOptions options(Members body, Duration longestWait) {
    Duration ttl =
        body.duration("ttl")
            .orElseThrow(() -> HttpProblem.invalid("the member ttl is missing, such as \"30s\""));
    Duration wait = body.duration("wait").orElse(Duration.ZERO);
    if (wait.compareTo(longestWait) > 0) {
      throw HttpProblem.invalid(
          "nobody waits longer than %d seconds here: ask again".formatted(longestWait.toSeconds()));
    }
    return LeaseOptions.defaults()
        .withTtl(ttl)
        .withWait(wait)
        .withAttributes(body.map("attributes").orElse(Map.of()))
        .withoutAutoRenew();
  }
}
