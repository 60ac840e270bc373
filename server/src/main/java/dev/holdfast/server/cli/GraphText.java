package dev.holdfast.server.cli;

import dev.holdfast.diagnosis.Advice;
import dev.holdfast.diagnosis.WaitGraph;
import dev.holdfast.diagnosis.WaitGraph.Cycle;
import dev.holdfast.diagnosis.WaitGraph.Node;
import dev.holdfast.diagnosis.WaitGraph.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Who is in whose way, as trees of lines and as JSON. */
final class GraphText {
  private GraphText() {}

  /** Circles first, as sentences; then each tree with what would help. */
  static String trees(WaitGraph graph, List<Tree> trees) {
    StringBuilder out = new StringBuilder();
    for (Cycle cycle : graph.cycles()) {
      out.append("circle: ").append(Table.visible(cycle.sentence())).append('\n');
    }
    for (Tree tree : trees) {
      out.append(Table.visible(tree.node().label())).append('\n');
      tree.advice().forEach(advice -> advise(out, advice));
      branches(out, tree.waiting(), "");
    }
    return out.toString();
  }

  private static void branches(StringBuilder out, List<Tree> trees, String indent) {
    for (int i = 0; i < trees.size(); i++) {
      boolean last = i == trees.size() - 1;
      out.append(indent).append(last ? "└─ " : "├─ ");
      out.append(Table.visible(trees.get(i).node().label())).append('\n');
      branches(out, trees.get(i).waiting(), indent + (last ? "   " : "│  "));
    }
  }

  private static void advise(StringBuilder out, Advice advice) {
    out.append("   → ").append(Table.visible(advice.text())).append('\n');
    String command = command(advice);
    if (!command.isEmpty()) {
      out.append("     ").append(Table.visible(command)).append('\n');
    }
  }

  /** What to type; empty if there is nothing to type. */
  static String command(Advice advice) {
    Map<String, String> with = advice.parameters();
    return switch (advice.act()) {
      case RELEASE ->
          "holdfast release %s --fence %s --reason '…' --yes"
              .formatted(Shell.quote(with.getOrDefault("resource", "")), with.get("fence"));
      case CANCEL -> "psql -c 'select pg_cancel_backend(%s)'".formatted(with.get("pid"));
      case TERMINATE -> "psql -c 'select pg_terminate_backend(%s)'".formatted(with.get("pid"));
      case WAIT, NONE -> "";
    };
  }

  static Map<String, Object> json(WaitGraph graph, List<Tree> trees) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("at", graph.at());
    members.put("cycles", graph.cycles().stream().map(GraphText::json).toList());
    members.put("trees", trees.stream().map(GraphText::json).toList());
    return members;
  }

  private static Map<String, Object> json(Cycle cycle) {
    return Map.of("nodes", cycle.nodes(), "sentence", cycle.sentence());
  }

  private static Map<String, Object> json(Tree tree) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("node", json(tree.node()));
    members.put("advice", tree.advice().stream().map(GraphText::json).toList());
    members.put("waiting", tree.waiting().stream().map(GraphText::json).toList());
    return members;
  }

  private static Map<String, Object> json(Node node) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", node.id());
    members.put("kind", node.kind().name().toLowerCase(Locale.ROOT));
    members.put("label", node.label());
    members.put("facts", node.facts());
    members.put("root", node.root());
    return members;
  }

  static Map<String, Object> json(Advice advice) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("act", advice.act().name().toLowerCase(Locale.ROOT));
    members.put("text", advice.text());
    members.put("parameters", advice.parameters());
    return members;
  }
}
