package dev.holdfast.lease;

import dev.holdfast.internal.CircleText;
import dev.holdfast.internal.CircleText.Step;
import dev.holdfast.internal.CircleText.Who;
import dev.holdfast.internal.Circles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Judges circles of waiting. What others reported may be a moment old, so a circle counts when it
 * is seen twice, and everybody in it said after the first look that the same wait goes on: then all
 * of it was true at the same time, and what is true of a deadlock once stays true. The youngest
 * waiter is told by its own process; the others by theirs if the circle is still there three
 * seconds later.
 */
final class Deadlocks {

  private static final Duration LAST_RESORT = Duration.ofSeconds(3);

  /**
   * One can't get on before another does.
   *
   * @param resource the lease in between; null: none
   * @param fence of that lease; null: it is a guard that is in the way
   * @param who the one that waits
   * @param at when this was looked at
   */
  record Edge(
      String from,
      String to,
      @Nullable String resource,
      @Nullable Long fence,
      Waits who,
      Instant at) {}

  /** Who waits, since when, and when its process last said so; a backend has no name and age. */
  record Waits(@Nullable String holder, @Nullable Instant since, Instant seen) {}

  /** A wait of this process, by its number, is to end; with the circle as a sentence. */
  record Verdict(long number, String circle) {}

  private record Sighting(Instant first, @Nullable Instant sure) {}

  private final String prefix;
  private Map<String, Sighting> sightings = new HashMap<>();

  /** For the waits of one process. */
  Deadlocks(UUID process) {
    this.prefix = "waiter:" + process + "/";
  }

  List<Verdict> judge(List<Edge> edges) {
    Map<String, Set<String>> graph = new HashMap<>();
    Map<List<String>, Edge> byEnds = new HashMap<>();
    for (Edge edge : edges) {
      graph.computeIfAbsent(edge.from(), id -> new TreeSet<>()).add(edge.to());
      byEnds.put(List.of(edge.from(), edge.to()), edge);
    }
    Map<String, Sighting> now = new HashMap<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (List<String> nodes : Circles.in(graph)) {
      List<Edge> circle = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        String to = nodes.get((i + 1) % nodes.size());
        circle.add(Objects.requireNonNull(byEnds.get(List.of(nodes.get(i), to))));
      }
      verdicts.addAll(judge(circle, now));
    }
    sightings = now;
    return verdicts;
  }

  private List<Verdict> judge(List<Edge> circle, Map<String, Sighting> now) {
    String key = key(circle);
    Instant at = circle.get(0).at();
    Sighting before = sightings.get(key);
    if (before == null) {
      now.put(key, new Sighting(at, null));
      return List.of();
    }
    Instant first = before.first();
    if (!circle.stream().allMatch(edge -> edge.who().seen().isAfter(first))) {
      now.put(key, before);
      return List.of();
    }
    Instant sure = before.sure() == null ? at : before.sure();
    now.put(key, new Sighting(first, sure));
    boolean everybody = Duration.between(sure, at).compareTo(LAST_RESORT) >= 0;
    String youngest = youngest(circle);
    return circle.stream()
        .map(Edge::from)
        .filter(id -> id.startsWith(prefix) && (everybody || id.equals(youngest)))
        .map(id -> new Verdict(Long.parseLong(id.substring(prefix.length())), text(circle)))
        .toList();
  }

  /** The same waits for the same grants. */
  private static String key(List<Edge> circle) {
    StringBuilder key = new StringBuilder();
    circle.forEach(edge -> key.append(edge.from()).append(' ').append(edge.fence()).append('\n'));
    return key.toString();
  }

  private static String youngest(List<Edge> circle) {
    return circle.stream()
        .filter(edge -> edge.who().since() != null)
        .max(Comparator.comparing((Edge edge) -> edge.who().since()).thenComparing(Edge::from))
        .map(Edge::from)
        .orElse("");
  }

  private static String text(List<Edge> circle) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < circle.size(); i++) {
      Edge edge = circle.get(i);
      Edge next = circle.get((i + 1) % circle.size());
      steps.add(new Step(who(edge), who(next), edge.resource(), edge.fence()));
    }
    return CircleText.of(steps);
  }

  private static Who who(Edge edge) {
    String holder = edge.who().holder();
    return new Who(edge.from(), holder == null ? edge.from().replace(':', ' ') : holder);
  }
}
