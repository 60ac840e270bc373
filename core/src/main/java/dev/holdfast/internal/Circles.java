package dev.holdfast.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds circles in a graph of who waits for whom: Tarjan's strongly connected components, and in
 * each of them one shortest circle through its first node. The same graph gives the same circles,
 * so that all who look at it agree.
 */
public final class Circles {

  private final TreeMap<String, TreeSet<String>> edges = new TreeMap<>();
  private final Map<String, Integer> index = new HashMap<>();
  private final Map<String, Integer> low = new HashMap<>();
  private final Deque<String> stack = new ArrayDeque<>();
  private final Set<String> onStack = new HashSet<>();
  private final List<List<String>> found = new ArrayList<>();

  private Circles(Map<String, ? extends Collection<String>> edges) {
    edges.forEach((from, to) -> this.edges.put(from, new TreeSet<>(to)));
  }

  /** Each waits for the next in the list, the last for the first. */
  public static List<List<String>> in(Map<String, ? extends Collection<String>> edges) {
    Circles circles = new Circles(edges);
    for (String node : circles.edges.keySet()) {
      if (!circles.index.containsKey(node)) {
        circles.visit(node);
      }
    }
    return circles.found;
  }

  private record Frame(String node, Iterator<String> rest) {}

  /** Without recursion: a queue of ten thousand is as deep as it is long. */
  private void visit(String start) {
    Deque<Frame> frames = new ArrayDeque<>();
    frames.push(enter(start));
    while (!frames.isEmpty()) {
      Frame frame = frames.peek();
      String node = frame.node();
      if (frame.rest().hasNext()) {
        String next = frame.rest().next();
        if (!index.containsKey(next)) {
          frames.push(enter(next));
        } else if (onStack.contains(next)) {
          low.merge(node, index.getOrDefault(next, 0), Math::min);
        }
      } else {
        frames.pop();
        if (Objects.equals(low.get(node), index.get(node))) {
          take(node);
        }
        Frame parent = frames.peek();
        if (parent != null) {
          low.merge(parent.node(), low.getOrDefault(node, 0), Math::min);
        }
      }
    }
  }

  private Frame enter(String node) {
    index.put(node, index.size());
    low.put(node, index.size() - 1);
    stack.push(node);
    onStack.add(node);
    return new Frame(node, next(node).iterator());
  }

  private void take(String root) {
    TreeSet<String> component = new TreeSet<>();
    String node;
    do {
      node = stack.pop();
      onStack.remove(node);
      component.add(node);
    } while (!node.equals(root));
    if (component.size() > 1 || next(root).contains(root)) {
      found.add(shortest(component.first(), component));
    }
  }

  /** From a node back to itself, inside its component. */
  private List<String> shortest(String start, Set<String> component) {
    Map<String, @Nullable String> cameFrom = new HashMap<>();
    Deque<String> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      String node = queue.remove();
      for (String next : next(node)) {
        if (next.equals(start)) {
          return path(node, cameFrom);
        }
        if (component.contains(next) && !cameFrom.containsKey(next)) {
          cameFrom.put(next, node);
          queue.add(next);
        }
      }
    }
    throw new IllegalStateException("a component without a circle");
  }

  private static List<String> path(String end, Map<String, @Nullable String> cameFrom) {
    List<String> path = new ArrayList<>();
    for (String node = end; node != null; node = cameFrom.get(node)) {
      path.add(node);
    }
    Collections.reverse(path);
    return path;
  }

  private Collection<String> next(String node) {
    TreeSet<String> next = edges.get(node);
    return next == null ? Set.of() : next;
  }
}
