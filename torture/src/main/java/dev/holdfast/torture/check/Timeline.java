package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A history as a page: a lane a client, a bar an operation, below the lanes the spans in which
 * leases were claimed; faults are shaded, the witnesses of the violation framed. It needs no script
 * and nothing from elsewhere.
 */
public final class Timeline {

  private static final int WIDTH = 1_000;
  private static final int LEFT = 130;
  private static final int LANE = 44;
  private static final int TOP = 34;

  private final History history;
  private final Violation violation;
  private final List<String> clients;
  private final List<String> fences = new ArrayList<>();
  private final long from;
  private final long until;
  private final Map<String, Double> labelled = new HashMap<>();
  private final StringBuilder svg = new StringBuilder();

  private Timeline(History history, Violation violation) {
    this.history = history;
    this.violation = violation;
    this.clients =
        history.operations().stream()
            .filter(o -> o.kind() != Kind.FAULT)
            .map(Operation::client)
            .distinct()
            .toList();
    this.from = history.entries().stream().mapToLong(Entry::nanos).min().orElse(0);
    long last = history.entries().stream().mapToLong(Entry::nanos).max().orElse(0);
    long claimed =
        spans().stream().mapToLong(Claimed::until).filter(u -> u != Long.MAX_VALUE).max().orElse(0);
    this.until = Math.max(from + 1, Math.max(last, claimed));
  }

  /** The page for a history, best one that was shrunk: a thousand operations are no picture. */
  public static String html(History history, Violation violation) {
    return new Timeline(history, violation).page();
  }

  private List<Claimed> spans() {
    return Claimed.of(
        history.operations().stream()
            .filter(o -> o.resource().equals(violation.resource()))
            .toList());
  }

  private String page() {
    for (Claimed span : spans()) {
      if (!fences.contains(span.grant().toString())) {
        fences.add(span.grant().toString());
      }
    }
    int height = y(clients.size() + fences.size()) + 30;
    history.operations(Kind.FAULT).forEach(f -> fault(f, height));
    for (int i = 0; i < clients.size(); i++) {
      lane(i, clients.get(i), "lane");
    }
    for (int i = 0; i < fences.size(); i++) {
      lane(clients.size() + i, fences.get(i), "lane claimlane");
    }
    spans().forEach(this::claimed);
    history.operations().stream().filter(o -> o.kind() != Kind.FAULT).forEach(this::bar);
    axis(height);
    return TimelinePage.fill(violation, LEFT + WIDTH + 40, height, svg.toString());
  }

  private int y(int lane) {
    return TOP + lane * LANE;
  }

  private double x(long nanos) {
    return LEFT + (double) (Math.min(nanos, until) - from) / (until - from) * WIDTH;
  }

  private void lane(int index, String name, String style) {
    add(
        "<g class='%s'><line x1='%d' x2='%d' y1='%d' y2='%d'/><text x='%d' y='%d'"
            + " text-anchor='end'>%s</text></g>",
        style,
        LEFT,
        LEFT + WIDTH,
        y(index) + LANE - 6,
        y(index) + LANE - 6,
        LEFT - 10,
        y(index) + LANE - 14,
        TimelinePage.escape(name));
  }

  private void bar(Operation operation) {
    double begin = x(operation.invokedAt());
    Entry end = operation.end();
    double width = Math.max(4, x(end == null ? until : end.nanos()) - begin);
    int top = y(clients.indexOf(operation.client())) + 16;
    String style = operation.outcome().name().toLowerCase(Locale.ROOT);
    boolean witness = violation.witnesses().contains(operation);
    add(
        "<g class='op %s %s'><title>%s</title><rect x='%.1f' y='%d' width='%.1f' height='18'"
            + " rx='3'/><text x='%.1f' y='%d'>%s</text></g>",
        style,
        witness ? "witness" : "",
        TimelinePage.escape(title(operation)),
        begin,
        top,
        width,
        begin,
        top - 3,
        TimelinePage.escape(label(operation, begin, witness)));
  }

  /** Where there is room, and always for what matters; the tooltip has the rest. */
  private String label(Operation operation, double begin, boolean witness) {
    String label = TimelinePage.label(operation);
    double room = labelled.getOrDefault(operation.client(), 0.0);
    if (begin < room && !witness) {
      return "";
    }
    labelled.put(operation.client(), begin + label.length() * 6.5);
    return label;
  }

  private String title(Operation operation) {
    Entry end = operation.end();
    return "%s %s, %.3f ms to %s %s"
        .formatted(
            operation.begin().call(),
            operation.outcome(),
            (operation.invokedAt() - from) / 1e6,
            end == null ? "never" : "%.3f ms".formatted((end.nanos() - from) / 1e6),
            end == null ? "" : Objects.toString(end.note(), ""));
  }

  private void claimed(Claimed span) {
    int top = y(clients.size() + fences.indexOf(span.grant().toString())) + 14;
    add(
        "<rect class='claim %s' x='%.1f' y='%d' width='%.1f' height='20'><title>claimed by"
            + " %s</title></rect>",
        violation.witnesses().contains(span.by()) ? "witness" : "",
        x(span.from()),
        top,
        Math.max(2, x(span.until()) - x(span.from())),
        TimelinePage.escape(span.grant().toString()));
  }

  private void fault(Operation fault, int height) {
    double begin = x(fault.invokedAt());
    add(
        "<g class='fault'><rect x='%.1f' y='8' width='%.1f' height='%d'/><text x='%.1f'"
            + " y='20'>%s</text></g>",
        begin,
        Math.max(3, x(fault.completedAt()) - begin),
        height - 32,
        begin + 4,
        TimelinePage.escape(fault.begin().note()));
  }

  private void axis(int height) {
    for (int i = 0; i <= 5; i++) {
      long at = from + (until - from) / 5 * i;
      add(
          "<g class='axis'><line x1='%.1f' x2='%.1f' y1='26' y2='%d'/><text x='%.1f' y='%d'"
              + " text-anchor='middle'>%.1f ms</text></g>",
          x(at), x(at), height - 24, x(at), height - 8, (at - from) / 1e6);
    }
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
