package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the operations of one resource in the order of time and keeps every state that a
 * correct server may be in. When an operation ends it has taken effect, so those that are under way
 * are put before it in all ways that make its answer possible; what is left to decide waits for the
 * next end. When no state is left, no order explains the answer.
 */
final class LinearSearch {

  /** A state, and which of the operations under way have taken effect in it. */
  private record Possible(ServerState state, Set<Integer> done) {

    Possible with(ServerState next, int operation) {
      Set<Integer> more = new TreeSet<>(done);
      more.add(operation);
      return new Possible(next, more);
    }

    Possible without(int operation) {
      Set<Integer> fewer = new TreeSet<>(done);
      fewer.remove(operation);
      return new Possible(state, fewer);
    }
  }

  private record Event(long nanos, boolean isEnd, int operation) {}

  private final String resource;
  private final List<Operation> operations;
  private final Doubts doubts;
  private final LeaseModel model;
  private final int budget;
  private final Set<Integer> pending = new LinkedHashSet<>();
  private Set<Possible> possible = Set.of(new Possible(ServerState.UNUSED, Set.of()));
  private boolean exhausted;

  LinearSearch(String resource, List<Operation> all, Rules rules) {
    this.resource = resource;
    this.doubts = new Doubts(all);
    this.operations =
        all.stream()
            .filter(LeaseModel::isJudged)
            .filter(o -> !isUnheard(o) || doubts.isOfInterest(o))
            .toList();
    this.model = new LeaseModel(rules.clocks(), doubts);
    this.budget = rules.budget();
  }

  private static boolean isUnheard(Operation operation) {
    return operation.kind() == Kind.ACQUIRE && operation.isUnknown();
  }

  boolean isExhausted() {
    return exhausted;
  }

  Optional<Violation> run() {
    for (Event event : events()) {
      if (!event.isEnd()) {
        pending.add(event.operation());
        continue;
      }
      Set<Possible> before = possible;
      possible = after(event);
      pending.remove(event.operation());
      if (exhausted) {
        return Optional.empty();
      }
      if (possible.isEmpty()) {
        return Optional.of(violation(operations.get(event.operation()), before));
      }
    }
    return Optional.empty();
  }

  /** Beginnings first where times are equal: then they overlap. What is unknown never ends. */
  private List<Event> events() {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      events.add(new Event(operation.invokedAt(), false, i));
      if (!operation.isUnknown()) {
        events.add(new Event(operation.completedAt(), true, i));
      }
    }
    events.sort(Comparator.comparingLong(Event::nanos).thenComparing(Event::isEnd));
    return events;
  }

  private Set<Possible> after(Event end) {
    Set<Possible> after = new HashSet<>();
    Set<Possible> seen = new HashSet<>();
    Deque<Possible> open = new ArrayDeque<>();
    possible.forEach(p -> push(settled(p, end.nanos()), seen, open));
    while (!open.isEmpty() && !exhausted) {
      Possible next = open.pop();
      if (next.done().contains(end.operation())) {
        after.add(next.without(end.operation()));
      } else {
        pending.stream()
            .filter(i -> !next.done().contains(i))
            .forEach(i -> step(next, i, end.nanos(), p -> push(p, seen, open)));
      }
      exhausted = seen.size() > budget;
    }
    return after;
  }

  private static void push(Possible possible, Set<Possible> seen, Deque<Possible> open) {
    if (seen.add(possible)) {
      open.push(possible);
    }
  }

  private void step(Possible from, int index, long by, Consumer<Possible> to) {
    Operation operation = operations.get(index);
    if (isUnheard(operation)) {
      for (long fence : doubts.fencesOf(operation, fencesUnderWay())) {
        ServerState next = model.grantedUnheard(from.state(), operation, fence, by);
        if (next != null) {
          to.accept(settled(from.with(next, index), by));
        }
      }
      return;
    }
    ServerState next = model.apply(from.state(), operation, by);
    if (next != null) {
      // A release of unknown outcome is possible only while its own lease is there: once is enough.
      Possible then =
          operation.isUnknown() ? new Possible(next, from.done()) : from.with(next, index);
      to.accept(settled(then, by));
    }
  }

  private Set<Long> fencesUnderWay() {
    return pending.stream()
        .map(i -> operations.get(i).facts().fence())
        .filter(fence -> fence != 0)
        .collect(Collectors.toSet());
  }

  /** What would change nothing is best had at once: there is nothing to decide about it. */
  private Possible settled(Possible from, long by) {
    Possible settled = from;
    for (int index : pending) {
      Operation operation = operations.get(index);
      if (!settled.done().contains(index) && !operation.isUnknown()) {
        ServerState next = model.apply(settled.state(), operation, by);
        if (next != null && next.equals(settled.state())) {
          settled = settled.with(next, index);
        }
      }
    }
    return settled;
  }

  private Violation violation(Operation impossible, Set<Possible> before) {
    List<ServerState> states = before.stream().map(Possible::state).distinct().limit(3).toList();
    List<Operation> witnesses = new ArrayList<>();
    for (ServerState state : states) {
      Operation holder = acquired(state.holder());
      if (holder != null && !witnesses.contains(holder)) {
        witnesses.add(holder);
      }
    }
    if (!witnesses.contains(impossible)) {
      witnesses.add(impossible);
    }
    String what =
        "%s can't have been answered %s: the resource was %s"
            .formatted(
                impossible.begin().call(),
                impossible.outcome(),
                states.stream().map(ServerState::toString).collect(Collectors.joining(" or ")));
    return new Violation(Invariant.S, resource, what, witnesses);
  }

  private @Nullable Operation acquired(String token) {
    return operations.stream()
        .filter(o -> o.kind() == Kind.ACQUIRE && LeaseModel.tokenOf(o).equals(token))
        .findFirst()
        .orElse(null);
  }
}
