package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
  private final LeaseModel model;
  private final Silent silent;
  private final int budget;
  private final Set<Integer> pending = new LinkedHashSet<>();
  private Set<Possible> possible = Set.of(new Possible(ServerState.UNUSED, Set.of()));
  private boolean exhausted;

  LinearSearch(String resource, List<Operation> all, Rules rules) {
    this.resource = resource;
    this.operations = all.stream().filter(LeaseModel::isJudged).toList();
    Doubts doubts = new Doubts(all);
    this.model = new LeaseModel(rules.clocks(), doubts);
    this.silent = new Silent(model, doubts);
    this.budget = rules.budget();
  }

  boolean isExhausted() {
    return exhausted;
  }

  Optional<Violation> run() {
    for (Event event : events()) {
      Operation operation = operations.get(event.operation());
      if (operation.isUnknown()) {
        silent.begun(operation);
      } else if (!event.isEnd()) {
        pending.add(event.operation());
      } else {
        Set<Possible> before = possible;
        possible = merged(after(event));
        pending.remove(event.operation());
        if (exhausted) {
          return Optional.empty();
        }
        if (possible.isEmpty()) {
          return Optional.of(violation(operation, before));
        }
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
        for (Possible then : steps(next, end.nanos())) {
          push(settled(then, end.nanos()), seen, open);
        }
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

  private List<Possible> steps(Possible from, long by) {
    List<Possible> steps = new ArrayList<>();
    for (int index : pending) {
      ServerState next =
          from.done().contains(index) ? null : model.apply(from.state(), operations.get(index), by);
      if (next != null) {
        steps.add(from.with(next, index));
      }
    }
    Set<Long> asked = new HashSet<>();
    pending.forEach(i -> asked.add(operations.get(i).facts().fence()));
    silent.steps(from.state(), asked, by).forEach(s -> steps.add(new Possible(s, from.done())));
    return steps;
  }

  /** Of states that differ only in when the lease may end: one that allows for all of them. */
  private static Set<Possible> merged(Set<Possible> all) {
    Map<List<Object>, Possible> merged = new HashMap<>();
    for (Possible one : all) {
      ServerState state = one.state();
      merged.merge(
          List.of(state.holder(), state.fence(), state.isExact(), one.done()),
          one,
          (x, y) -> new Possible(x.state().or(y.state()), x.done()));
    }
    return new HashSet<>(merged.values());
  }

  /** What would change nothing is best had at once: there is nothing to decide about it. */
  private Possible settled(Possible from, long by) {
    Possible settled = from;
    for (int index : pending) {
      Operation operation = operations.get(index);
      if (!settled.done().contains(index)) {
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
