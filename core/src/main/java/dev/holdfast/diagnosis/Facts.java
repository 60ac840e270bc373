package dev.holdfast.diagnosis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** What the database said, at one moment. */
final class Facts {

  private final List<Fact> all;
  private final Map<String, List<String>> holds = new HashMap<>();
  private final Map<String, List<Integer>> backends = new HashMap<>();

  Facts(List<Fact> all) {
    this.all = all;
    of("holds")
        .forEach(f -> holds.computeIfAbsent(f.id(), id -> new ArrayList<>()).add(f.target()));
    of("works")
        .forEach(
            f ->
                backends
                    .computeIfAbsent(f.id(), id -> new ArrayList<>())
                    .add(Integer.valueOf(f.target())));
  }

  Instant at() {
    return Objects.requireNonNull(of("now").findFirst().orElseThrow().at());
  }

  Stream<Fact> of(String kind) {
    return all.stream().filter(fact -> fact.is(kind));
  }

  List<String> holds(String waiter) {
    return holds.getOrDefault(waiter, List.of());
  }

  List<Integer> backends(String waiter) {
    return backends.getOrDefault(waiter, List.of());
  }

  List<Waiter> waiters(String resource) {
    return of("waiter")
        .filter(fact -> fact.target().equals(resource))
        .map(
            fact ->
                new Waiter(
                    resource,
                    fact.get("holder"),
                    UUID.fromString(fact.get("process")),
                    Instant.parse(fact.get("since")),
                    holds(fact.id()),
                    backends(fact.id())))
        .toList();
  }
}
