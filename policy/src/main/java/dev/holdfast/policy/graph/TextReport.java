package dev.holdfast.policy.graph;

import java.util.List;
import java.util.Locale;

/** A graph's findings as text: for a console, a log, a failed build. */
public final class TextReport {

  private static final int COLUMN = 52;
  private static final int MOST_DOUBTS = 20;

  static final String INCOMPLETE =
      "Not all was looked at: a bound was reached, so there may be more.";

  private final StringBuilder out = new StringBuilder();

  private TextReport() {}

  public static String of(LockGraph graph) {
    return of(graph, List.of());
  }

  /** With what replays came to, in the order of the findings; there may be fewer. */
  public static String of(LockGraph graph, List<ReplayResult> replays) {
    TextReport report = new TextReport();
    report.head(graph);
    for (int i = 0; i < graph.findings().size(); i++) {
      report.finding(i + 1, graph.findings().get(i));
      if (i < replays.size()) {
        report.line("  replay: " + replays.get(i).words());
      }
    }
    graph.doubts().stream()
        .limit(MOST_DOUBTS)
        .forEach(doubt -> report.line("not understood: " + oneLine(doubt)));
    return report.out.toString();
  }

  private void head(LockGraph graph) {
    line(summary(graph));
    if (!graph.complete()) {
      line(INCOMPLETE);
    }
  }

  static String summary(LockGraph graph) {
    int cycles = graph.cycles().size();
    return String.format(
        Locale.ROOT,
        "Locks held while others are asked for: %d kinds. Possible deadlocks: %d. Statements that"
            + " lock several rows in no order: %d.",
        graph.edges().size(),
        cycles,
        graph.findings().size() - cycles);
  }

  private void finding(int number, LockFinding finding) {
    line("");
    line(number + ". " + finding.title() + ": " + finding.kind().words());
    List<LockEdge> edges = finding.edges();
    for (int i = 0; i < edges.size(); i++) {
      transaction(i, edges.get(i));
    }
    if (finding.kind().isCycle()) {
      schedule(finding);
    }
    line("  fix: " + finding.fix());
  }

  private void transaction(int number, LockEdge edge) {
    line("  T" + (number + 1) + " (" + edge.transaction().thread() + ")");
    use("holds", edge.held());
    if (!edge.held().equals(edge.requested())) {
      use("asks for", edge.requested());
    }
  }

  private void use(String verb, LockUse use) {
    line("    " + verb + " " + use.words());
    line("      " + oneLine(use.sql()));
    use.stack().forEach(frame -> line("        at " + frame));
  }

  private void schedule(LockFinding finding) {
    line("  how it would deadlock:");
    StringBuilder names = new StringBuilder("   ");
    for (int i = 0; i < finding.edges().size(); i++) {
      names.append(String.format(Locale.ROOT, " %-" + COLUMN + "s", "T" + (i + 1)));
    }
    line(names.toString().stripTrailing());
    for (Schedule.Line step : finding.schedule().lines()) {
      String indent = " ".repeat(4 + step.transaction() * (COLUMN + 1));
      line(indent + clipped(oneLine(step.use().sql())));
      if (step.waits()) {
        line(indent + "  … waits for T" + (step.waitsFor() + 1) + ": " + step.use().name());
      }
    }
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private static String clipped(String text) {
    return text.length() <= COLUMN ? text : text.substring(0, COLUMN - 1) + "…";
  }

  static String oneLine(String sql) {
    return sql.strip().replaceAll("\\s+", " ");
  }
}
