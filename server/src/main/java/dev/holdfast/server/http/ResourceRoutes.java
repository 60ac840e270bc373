package dev.holdfast.server.http;

import dev.holdfast.diagnosis.Why;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looking at resources, and taking leases away. A name is part of the path, percent-encoded, or the
 * query parameter {@code name}, for those whose proxies change paths.
 */
final class ResourceRoutes implements Routes {
  private static final String ONE = "/api/v1/resources/{name}";
  private static final String NAMED = "/api/v1/resource";
  private static final int MOST = 1_000;

  private final Backend backend;

  ResourceRoutes(Backend backend) {
    this.backend = backend;
  }

  @Override
  public List<Endpoint> endpoints() {
    List<Endpoint> all = new ArrayList<>();
    all.add(
        Endpoint.blocking("GET", "/api/v1/resources", Role.READ, this::list)
            .withQuery("prefix", "state", "cursor", "limit"));
    both(all, "GET", "", Role.READ, this::one);
    both(all, "GET", "/why", Role.READ, this::why);
    both(all, "GET", "/history", Role.READ, new HistoryPages(backend)::page, "cursor", "limit");
    both(all, "DELETE", "/lease", Role.ADMIN, this::takeAway, "fence", "reason");
    return all;
  }

  private static void both(
      List<Endpoint> all,
      String method,
      String ending,
      Role role,
      Endpoint.Work work,
      String... query) {
    List<String> named = new ArrayList<>(List.of(query));
    named.add("name");
    all.add(Endpoint.blocking(method, ONE + ending, role, work).withQuery(query));
    all.add(
        Endpoint.blocking(method, NAMED + ending, role, work)
            .withQuery(named.toArray(String[]::new)));
  }

  private Answer list(Exchange exchange) {
    int limit = exchange.query("limit", 100, 1, MOST);
    String after = exchange.query("cursor").map(Pages::afterCursor).orElse("");
    LeaseState state = exchange.query("state").map(ResourceRoutes::state).orElse(null);
    String prefix = exchange.query("prefix").orElse("");
    List<LeaseInfo> found =
        Pages.page(
            backend.looking().leases(),
            Pages.prefixes(exchange.caller(), prefix),
            after,
            state,
            limit + 1);
    List<LeaseInfo> page = found.subList(0, Math.min(limit, found.size()));
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("items", page.stream().map(ResourceJson::resource).toList());
    members.put("next", found.size() > limit ? Pages.cursor(page.get(limit - 1).resource()) : null);
    members.put("at", page.isEmpty() ? Instant.now() : ResourceJson.at(page.get(0)));
    return Answer.json(200, members);
  }

  private static LeaseState state(String text) {
    return switch (text) {
      case "held" -> LeaseState.HELD;
      case "expired" -> LeaseState.EXPIRED;
      case "free" -> LeaseState.FREE;
      default -> throw HttpProblem.invalid("a state is held, expired or free");
    };
  }

  private Answer one(Exchange exchange) {
    String name = exchange.resource();
    LeaseInfo info =
        backend
            .looking()
            .leases()
            .find(name)
            .orElseThrow(
                () ->
                    HttpProblem.notFound(
                        "nobody locked this resource, or not for a long time: it is free"));
    Instant at = ResourceJson.at(info);
    Map<String, @Nullable Object> members = ResourceJson.resource(info);
    members.put(
        "waiters",
        backend.looking().diagnosis().waiters(name).stream()
            .map(waiter -> ResourceJson.waiter(waiter, at))
            .toList());
    return Answer.json(200, members);
  }

  private Answer why(Exchange exchange) {
    String name = exchange.resource();
    Why why = backend.looking().diagnosis().why(name);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("resource", name);
    members.put("sentence", why.sentence());
    members.put(
        "state", why.lease().map(lease -> ResourceJson.lower(lease.state())).orElse("free"));
    members.put("lease", why.lease().map(ResourceJson::resource).orElse(null));
    members.put(
        "waiters",
        why.waiters().stream().map(waiter -> ResourceJson.waiter(waiter, why.at())).toList());
    members.put("advice", why.advice().stream().map(ResourceJson::advice).toList());
    members.put("cycles", why.cycles());
    members.put(
        "refusals",
        backend.watch().refusals().list(name, List.of(""), null, 10).stream()
            .map(RefusalJson::refusal)
            .toList());
    return Answer.json(200, members);
  }

  private Answer takeAway(Exchange exchange) {
    String name = exchange.resource();
    long fence = fence(exchange.query("fence").orElse(""));
    String reason =
        exchange
            .members("reason")
            .text("reason")
            .or(() -> exchange.query("reason"))
            .filter(text -> !text.isBlank())
            .orElseThrow(
                () -> HttpProblem.invalid("a reason is needed, in the body or the query: why?"));
    String by = Reasons.checked(reason, exchange.caller());
    boolean done = backend.leases().leases().forceRelease(name, fence, reason, by);
    if (!done) {
      throw new HttpProblem(
              412,
              "fence-mismatch",
              "That lease is over",
              "the lease with this fence has ended, or a successor has the resource: look again")
          .with("resource", name)
          .with("fence", fence);
    }
    return Answer.empty(204);
  }

  private static long fence(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw HttpProblem.invalid("the query parameter fence says which lease: a number, as shown");
    }
    return Long.parseLong(text);
  }
}
