package dev.holdfast.server.http;

import dev.holdfast.server.watch.Contention;
import dev.holdfast.server.watch.EventFilter;
import dev.holdfast.server.watch.Refusal;
import dev.holdfast.server.watch.Refusals;
import dev.holdfast.server.watch.Timeline;
import dev.holdfast.server.watch.Watch;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What was: timeline, contention, refusals. */
public final class WatchRoutes implements Routes {
  private static final Duration SHOWN = Duration.ofHours(1);
  private static final int PAGE = 100;
  private static final int LANES = 50;

  private final Watch watch;

  public WatchRoutes(Watch watch) {
    this.watch = watch;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.blocking("GET", "/api/v1/timeline", Role.READ, this::timeline)
            .withQuery("prefix", "from", "to", "limit"),
        Endpoint.blocking("GET", "/api/v1/contention", Role.READ, this::contention)
            .withQuery("from", "to", "stepSeconds"),
        Endpoint.blocking("GET", "/api/v1/refusals", Role.READ, this::refusals)
            .withQuery("resource", "cursor", "limit"),
        Endpoint.blocking("GET", "/api/v1/refusals/{id}", Role.READ, this::refusal));
  }

  /** What the caller may see, and of that what the parameter {@code prefix} asks for. */
  static EventFilter filter(Exchange exchange) {
    String prefix = exchange.query("prefix").orElse("");
    String complaint = prefix.isEmpty() ? null : ResourceNames.complaint(prefix);
    if (complaint != null) {
      throw HttpProblem.invalid("prefix: " + complaint);
    }
    return new EventFilter(prefix, allowed(exchange));
  }

  private static List<String> allowed(Exchange exchange) {
    List<String> prefixes = exchange.caller().prefixes();
    return prefixes.isEmpty() ? List.of("") : prefixes;
  }

  private Answer timeline(Exchange exchange) {
    Instant to = instant(exchange, "to", Instant.now());
    Instant from = instant(exchange, "from", to.minus(SHOWN));
    int lanes = exchange.query("limit", LANES, 1, 500);
    List<Timeline.Lane> found = watch.timeline().between(from, to, filter(exchange), lanes);
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("from", from);
    answer.put("to", to);
    answer.put("lanes", found.stream().map(WatchJson::lane).toList());
    return Answer.json(200, answer);
  }

  private Answer contention(Exchange exchange) {
    Instant to = instant(exchange, "to", Instant.now());
    Instant from = instant(exchange, "from", to.minus(SHOWN));
    Duration step = Duration.ofSeconds(exchange.query("stepSeconds", 60, 60, 86_400));
    Contention.HeatMap map = watch.contention().between(from, to, step, allowed(exchange));
    return Answer.json(200, WatchJson.contention(map));
  }

  private Answer refusals(Exchange exchange) {
    String resource = exchange.query("resource").map(exchange::allowed).orElse(null);
    int limit = exchange.query("limit", PAGE, 1, 1_000);
    Refusals.Position before = exchange.query("cursor").map(WatchRoutes::position).orElse(null);
    List<Refusal> page = watch.refusals().list(resource, allowed(exchange), before, limit);
    Refusal last = page.size() < limit ? null : page.get(page.size() - 1);
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("items", page.stream().map(RefusalJson::refusal).toList());
    answer.put("next", last == null ? null : last.at() + "_" + last.id());
    return Answer.json(200, answer);
  }

  /** One that the caller may not name is none. */
  private Answer refusal(Exchange exchange) {
    return watch
        .refusals()
        .find(uuid(exchange.variable("id")))
        .filter(found -> exchange.caller().mayName(found.asked().resource()))
        .map(found -> Answer.json(200, RefusalJson.refusal(found)))
        .orElseThrow(
            () -> HttpProblem.notFound("there is no such refusal; they are kept for a day"));
  }

  private static Instant instant(Exchange exchange, String name, Instant fallback) {
    return exchange.query(name).map(text -> instant(name, text)).orElse(fallback);
  }

  private static Instant instant(String name, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw HttpProblem.invalid(name + " is a time such as 2026-01-31T12:00:00Z");
    }
  }

  private static Refusals.Position position(String cursor) {
    int at = cursor.indexOf('_');
    if (at < 0) {
      throw HttpProblem.invalid("the cursor is none of ours: take next of the page before");
    }
    return new Refusals.Position(
        instant("the cursor", cursor.substring(0, at)), uuid(cursor.substring(at + 1)));
  }

  private static UUID uuid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.notFound("there is no such refusal");
    }
  }
}
