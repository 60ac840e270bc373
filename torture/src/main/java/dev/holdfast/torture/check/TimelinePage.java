package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Operation;
import java.util.Locale;

/** What surrounds the picture, and the words in it. */
final class TimelinePage {

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>%1$s</title>
      <style>
      :root { color-scheme: light dark; --ink: #16202c; --paper: #ffffff; --line: #c9d2dc;
        --ok: #2f6db3; --fail: #9aa5b1; --info: #d8a21b; --claim: #bcd7f2; --bad: #c3262e;
        --fault: #f3d9d9 }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --paper: #14191f;
        --line: #3a4652; --ok: #6aa7e8; --fail: #6d7884; --info: #e0b63e; --claim: #234a70;
        --bad: #ff6b6b; --fault: #4a2326 } }
      body { font: 14px system-ui, sans-serif; color: var(--ink); background: var(--paper);
        margin: 24px }
      h1 { font-size: 18px; margin: 0 0 4px } p { margin: 0 0 14px; opacity: .8 }
      pre { font-size: 12px; white-space: pre-wrap; border-left: 3px solid var(--bad);
        padding-left: 10px }
      svg { width: 100%%; height: auto; font-size: 11px } svg text { fill: var(--ink) }
      .lane line, .axis line { stroke: var(--line) } .axis line { stroke-dasharray: 2 4 }
      .lane text { font-weight: 600 } .claimlane text { font-weight: 400; font-style: italic }
      .op rect { fill: var(--ok) } .op.fail rect { fill: var(--fail) }
      .op.info rect { fill: var(--info); fill-opacity: .55 } .claim { fill: var(--claim) }
      .op.witness rect, .claim.witness { stroke: var(--bad); stroke-width: 2.5 }
      .op.witness text { fill: var(--bad); font-weight: 600 } .fault rect { fill: var(--fault) }
      .key span { display: inline-block; width: 14px; height: 10px; margin: 0 5px 0 14px }
      </style></head><body>
      <h1>%1$s</h1><p>%2$s</p>
      <p class="key"><span style="background:var(--ok)"></span>happened
      <span style="background:var(--fail)"></span>did not
      <span style="background:var(--info)"></span>nobody can tell
      <span style="background:var(--claim)"></span>claimed
      <span style="background:var(--fault)"></span>fault
      <span style="border:2px solid var(--bad)"></span>contradict each other</p>
      <svg viewBox="0 0 %3$d %4$d" role="img" aria-label="timeline">
      %5$s</svg>
      <pre>%6$s</pre>
      </body></html>
      """;

  private TimelinePage() {}

  static String fill(Violation violation, int width, int height, String svg) {
    return PAGE.formatted(
        escape(
            "%s of %s: %s"
                .formatted(violation.invariant(), violation.resource(), violation.what())),
        escape("Broken: " + violation.invariant().promise()),
        width,
        height,
        svg,
        escape(violation.text()));
  }

  static String label(Operation operation) {
    Facts facts = operation.facts();
    String fence = facts.fence() == 0 ? "" : " f" + facts.fence();
    return switch (operation.kind()) {
      case ACQUIRE, RENEW, RELEASE, LOST -> word(operation) + fence;
      default -> word(operation) + fence + " =" + facts.value();
    };
  }

  private static String word(Operation operation) {
    return operation.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;")
        .replace("\"", "&quot;");
  }
}
