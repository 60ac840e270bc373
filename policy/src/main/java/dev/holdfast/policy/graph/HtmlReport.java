package dev.holdfast.policy.graph;

import java.util.List;
import java.util.Locale;

/**
 * A graph's findings as one HTML page, for light and dark, with no script, nothing from outside.
 */
public final class HtmlReport {

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Lock order</title>
      <style>
      :root { --paper: #fff; --box: #f4f6fa; --edge: #b9c4d4; --line: #8795ab; --ink: #17233a; \
      --quiet: #56637a; --bad: #c62828; --good: #1f7a45; }
      @media (prefers-color-scheme: dark) { :root { --paper: #0f141c; --box: #18202c; \
      --edge: #46566e; --line: #71829c; --ink: #e6ecf5; --quiet: #a3b0c4; \
      --bad: #ff766e; --good: #67cc92; } }
      body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; \
      max-width: 1080px; margin: 32px auto; padding: 0 20px; }
      h1 { font-size: 26px; } h2 { font-size: 19px; margin-bottom: 4px; }
      section { border-top: 1px solid var(--edge); margin-top: 28px; padding-top: 6px; }
      .quiet { color: var(--quiet); } .good { color: var(--good); } .no { color: var(--bad); }
      .wide { overflow-x: auto; }
      code, pre, td { font: 13px/1.5 ui-monospace, monospace; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--box); \
      padding: 8px 12px; border-radius: 6px; margin: 4px 0; }
      table { border-collapse: collapse; width: 100%; margin: 8px 0; table-layout: fixed; }
      th, td { border: 1px solid var(--edge); padding: 6px 10px; text-align: left; \
      vertical-align: top; overflow-wrap: anywhere; }
      th { background: var(--box); }
      td b { color: var(--bad); }
      .box { fill: var(--box); stroke: var(--edge); }
      .table { font: 13px ui-monospace, monospace; fill: var(--ink); text-anchor: middle; }
      .arc { fill: none; stroke: var(--line); stroke-width: 1.6; }
      .arc.bad { stroke: var(--bad); stroke-width: 2.4; }
      .tip { fill: var(--line); } .badtip { fill: var(--bad); }
      .badge { fill: var(--paper); stroke: var(--bad); }
      .number { font: 600 12px system-ui, sans-serif; fill: var(--bad); text-anchor: middle; }
      </style>
      </head>
      <body>
      <h1>Lock order</h1>""";

  private final LockGraph graph;
  private final List<ReplayResult> replays;
  private final Html html = new Html();

  private HtmlReport(LockGraph graph, List<ReplayResult> replays) {
    this.graph = graph;
    this.replays = replays;
  }

  public static String of(LockGraph graph) {
    return of(graph, List.of());
  }

  /** With what replays came to, in the order of the findings; there may be fewer. */
  public static String of(LockGraph graph, List<ReplayResult> replays) {
    return new HtmlReport(graph, replays).page();
  }

  private String page() {
    html.raw(HEAD);
    html.format("<p>%s</p>", TextReport.summary(graph));
    if (!graph.complete()) {
      html.format("<p class=\"no\">%s</p>", TextReport.INCOMPLETE);
    }
    if (!graph.edges().isEmpty()) {
      html.raw(
          "<p class=\"quiet\">An arc goes from a table that is locked to one that is locked while"
              + " the first still is. Red ones are part of the finding with that number.</p>");
      html.raw("<div class=\"wide\">").raw(GraphPicture.svg(graph)).raw("</div>");
    }
    for (int i = 0; i < graph.findings().size(); i++) {
      finding(i, graph.findings().get(i));
    }
    if (!graph.doubts().isEmpty()) {
      html.raw("<section><h2>Not understood</h2><p>Locks may be missing here.</p>");
      graph.doubts().forEach(doubt -> html.format("<pre>%s</pre>", doubt));
      html.raw("</section>");
    }
    return html.raw("</body>").raw("</html>").toString();
  }

  private void finding(int index, LockFinding finding) {
    html.format("<section><h2>%d. %s</h2>", index + 1, finding.title());
    html.format("<p class=\"quiet\">%s</p>", capital(finding.kind().words()));
    if (index < replays.size()) {
      ReplayResult replay = replays.get(index);
      html.format(
          "<p class=\"%s\">Replay: %s</p>",
          replay.isConfirmed() ? "good" : "quiet", replay.words());
    }
    if (finding.kind().isCycle()) {
      schedule(finding);
    }
    html.format("<p><strong>Fix.</strong> %s</p>", finding.fix());
    for (int i = 0; i < finding.edges().size(); i++) {
      transaction(i + 1, finding.edges().get(i));
    }
    html.raw("</section>");
  }

  private void schedule(LockFinding finding) {
    int columns = finding.edges().size();
    html.raw("<div class=\"wide\"><table><tr>");
    for (int i = 1; i <= columns; i++) {
      html.format("<th>T%d</th>", i);
    }
    html.raw("</tr>");
    for (Schedule.Line line : finding.schedule().lines()) {
      html.raw("<tr>");
      for (int i = 0; i < columns; i++) {
        if (i != line.transaction()) {
          html.raw("<td></td>");
        } else if (line.waits()) {
          html.format(
              "<td>%s<br><b>waits for T%d: %s</b></td>",
              TextReport.oneLine(line.use().sql()), line.waitsFor() + 1, line.use().words());
        } else {
          html.format("<td>%s</td>", TextReport.oneLine(line.use().sql()));
        }
      }
      html.raw("</tr>");
    }
    html.raw("</table></div>");
  }

  private void transaction(int number, LockEdge edge) {
    html.format(
        "<details open><summary>T%d, in thread %s</summary>", number, edge.transaction().thread());
    use("holds", edge.held());
    if (!edge.held().equals(edge.requested())) {
      use("asks for", edge.requested());
    }
    html.raw("</details>");
  }

  private void use(String verb, LockUse use) {
    html.format("<p>%s <code>%s</code></p>", verb, use.words());
    html.format(
        "<pre>%s</pre>",
        TextReport.oneLine(use.sql())
            + String.join("", use.stack().stream().map(frame -> "\n    at " + frame).toList()));
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
  }
}
