package dev.holdfast.diagnosis;

import dev.holdfast.diagnosis.WaitGraph.Kind;
import dev.holdfast.diagnosis.WaitGraph.Node;
import dev.holdfast.internal.CircleText;
import dev.holdfast.internal.CircleText.Step;
import dev.holdfast.internal.CircleText.Who;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is in a graph, for people. */
final class Labels {

  private Labels() {}

  static String backend(Fact fact) {
    if (fact.target().equals("0")) {
      return "a prepared transaction";
    }
    String application = fact.get("application");
    String who = "pid " + fact.target() + (application.isEmpty() ? "" : " (" + application + ")");
    String state = fact.get("state");
    if (state.isEmpty()) {
      return who + ", which this role may not look at";
    }
    return who + ", " + state;
  }

  /** Each waits for the next; between two of them there may be a lease. */
  static String cycle(List<String> ids, Map<String, Node> nodes) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      Node from = node(ids, i, nodes);
      if (from.kind() != Kind.LEASE) {
        Node next = node(ids, i + 1, nodes);
        boolean lease = next.kind() == Kind.LEASE;
        Node to = lease ? node(ids, i + 2, nodes) : next;
        steps.add(new Step(who(from), who(to), lease ? next.label() : null, fence(next)));
      }
    }
    return CircleText.of(steps);
  }

  private static Node node(List<String> ids, int i, Map<String, Node> nodes) {
    return Objects.requireNonNull(nodes.get(ids.get(i % ids.size())));
  }

  private static Who who(Node node) {
    return new Who(
        node.id(),
        node.kind() == Kind.BACKEND ? "backend " + node.facts().get("pid") : node.label());
  }

  private static @Nullable Long fence(Node lease) {
    String fence = lease.facts().get("fence");
    return fence == null ? null : Long.valueOf(fence);
  }
}
