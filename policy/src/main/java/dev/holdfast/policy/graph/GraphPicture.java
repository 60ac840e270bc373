package dev.holdfast.policy.graph;

import dev.holdfast.policy.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The graph as a picture: tables from top to bottom; an arc on the right goes down to a table that
 * is locked later, one on the left goes up again. What is part of a finding is red and has its
 * number.
 */
final class GraphPicture {

  /** Beyond, only what is part of a finding is drawn. */
  private static final int MOST_ARCS = 60;

  private static final int ROW = 54;
  private static final int BOX = 30;
  private static final int TOP = 24;

  /** From table to table, however often, with the numbers of findings that it is part of. */
  record Arc(TableName from, TableName to, Set<Integer> findings) {

    boolean isLoop() {
      return from.equals(to);
    }

    String style() {
      return findings.isEmpty() ? "arc" : "arc bad";
    }

    String numbers() {
      return String.join(", ", findings.stream().map(String::valueOf).toList());
    }
  }

  private final List<Arc> arcs;
  private final List<TableName> order;
  private final int boxWidth;
  private final int left;
  private final int width;
  private final Html svg = new Html();

  private GraphPicture(List<Arc> arcs) {
    this.arcs = arcs;
    this.order = TableOrder.of(arcs);
    int longest = order.stream().mapToInt(t -> Fixes.shortName(t).length()).max().orElse(0);
    this.boxWidth = Math.max(120, longest * 8 + 28);
    this.left = 30 + reach(true);
    this.width = left + boxWidth + 60 + reach(false);
  }

  /** SVG that takes its colours from the page's variables. */
  static String svg(LockGraph graph) {
    List<Arc> arcs = arcs(graph);
    if (arcs.size() > MOST_ARCS) {
      arcs = arcs.stream().filter(arc -> !arc.findings().isEmpty()).limit(MOST_ARCS).toList();
    }
    return new GraphPicture(arcs).draw();
  }

  private static List<Arc> arcs(LockGraph graph) {
    Map<List<TableName>, Arc> arcs = new LinkedHashMap<>();
    graph.edges().forEach(edge -> arc(arcs, edge));
    for (int i = 0; i < graph.findings().size(); i++) {
      for (LockEdge edge : graph.findings().get(i).edges()) {
        arc(arcs, edge).findings().add(i + 1);
      }
    }
    return arcs.values().stream()
        .filter(arc -> !arc.isLoop() || !arc.findings().isEmpty())
        .sorted(Comparator.comparing(Arc::from).thenComparing(Arc::to))
        .toList();
  }

  private static Arc arc(Map<List<TableName>, Arc> arcs, LockEdge edge) {
    TableName from = edge.held().table();
    TableName to = edge.requested().table();
    return arcs.computeIfAbsent(List.of(from, to), key -> new Arc(from, to, new TreeSet<>()));
  }

  private String draw() {
    int height = TOP * 2 + order.size() * ROW;
    svg.format(
        "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
            + " aria-label=\"Which table is locked after which\">",
        width, height, width, height);
    svg.raw(
        """
        <defs>
        <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" \
        markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker>
        <marker id="badtip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" \
        markerUnits="userSpaceOnUse" orient="auto"><path class="badtip" d="M0 0 8 4 0 8z"/></marker>
        </defs>""");
    List<Arc> redLast = new ArrayList<>(arcs);
    redLast.sort(Comparator.comparing(arc -> !arc.findings().isEmpty()));
    redLast.forEach(this::arc);
    order.forEach(this::box);
    redLast.stream().filter(arc -> !arc.findings().isEmpty()).forEach(this::badge);
    return svg.raw("</svg>").toString();
  }

  private void box(TableName table) {
    svg.format(
        "<rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>",
        left, middle(table) - BOX / 2, boxWidth, BOX);
    svg.format(
        "<text class=\"table\" x=\"%d\" y=\"%d\">%s</text>",
        left + boxWidth / 2, middle(table) + 5, Fixes.shortName(table));
  }

  private void arc(Arc arc) {
    boolean up = isUp(arc);
    int side = up ? left : left + boxWidth;
    int out = outermost(arc);
    int from = arc.isLoop() ? middle(arc.from()) - 8 : middle(arc.from()) + (up ? -6 : 6);
    int to = arc.isLoop() ? middle(arc.to()) + 8 : middle(arc.to()) + (up ? 6 : -6);
    svg.format(
        "<path class=\"%s\" d=\"M%d %dC%d %d %d %d %d %d\" marker-end=\"url(#%s)\">"
            + "<title>%s, then %s</title></path>",
        arc.style(),
        side,
        from,
        out,
        from,
        out,
        to,
        side,
        to,
        arc.findings().isEmpty() ? "tip" : "badtip",
        Fixes.shortName(arc.from()),
        Fixes.shortName(arc.to()));
  }

  /** The numbers stand where the arc is farthest out: three quarters of the way to its handles. */
  private void badge(Arc arc) {
    int side = isUp(arc) ? left : left + boxWidth;
    int x = side + (outermost(arc) - side) * 3 / 4;
    int y = (middle(arc.from()) + middle(arc.to())) / 2;
    int half = 7 + arc.numbers().length() * 4;
    svg.format(
        "<rect class=\"badge\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"20\" rx=\"10\"/>",
        x - half, y - 10, half * 2);
    svg.format("<text class=\"number\" x=\"%d\" y=\"%d\">%s</text>", x, y + 4, arc.numbers());
  }

  private int outermost(Arc arc) {
    int out = handle(arc);
    return isUp(arc) ? left - out : left + boxWidth + out;
  }

  private int handle(Arc arc) {
    return arc.isLoop() ? 64 : 26 + 30 * distance(arc);
  }

  private int reach(boolean up) {
    return arcs.stream().filter(a -> isUp(a) == up).mapToInt(this::handle).max().orElse(0) * 3 / 4;
  }

  private boolean isUp(Arc arc) {
    return order.indexOf(arc.from()) > order.indexOf(arc.to());
  }

  private int distance(Arc arc) {
    return Math.abs(order.indexOf(arc.from()) - order.indexOf(arc.to()));
  }

  private int middle(TableName table) {
    return TOP + order.indexOf(table) * ROW + ROW / 2;
  }
}
