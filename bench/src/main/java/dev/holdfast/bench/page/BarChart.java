package dev.holdfast.bench.page;

import dev.holdfast.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Bars from left to right, as SVG that is readable on a light and on a dark page. */
final class BarChart {

  private static final int WIDTH = 800;
  private static final int LABELS = 330;
  private static final int VALUES = 80;
  private static final int TOP = 44;
  private static final int STEP = 26;
  private static final int BAR = 16;

  private static final String STYLE =
      """
      <style>
        .page { fill: #ffffff } .text { fill: #1f2430 } .weak { fill: #5b6472 }
        .ours { fill: #0b6e4f } .theirs { fill: #8fa3b8 } .bare { fill: #c9a227 }
        text { font: 13px system-ui, sans-serif } .title { font-weight: 600; font-size: 15px }
        @media (prefers-color-scheme: dark) {
          .page { fill: #14181f } .text { fill: #e8ecf2 } .weak { fill: #a7b0be }
          .ours { fill: #3ec995 } .theirs { fill: #62768c } .bare { fill: #b8952c }
        }
      </style>
      """;

  private record Bar(String label, double value, String kind) {}

  private final String title;
  private final String unit;
  private final List<Bar> bars = new ArrayList<>();

  BarChart(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  /** Holdfast's own bars stand out; so do those of bare statements, which bound all. */
  void bar(String label, double value) {
    bar(label, value, kindOf(label));
  }

  /** Of Holdfast, whatever the label says. */
  void ours(String label, double value) {
    bar(label, value, "ours");
  }

  private void bar(String label, double value, String kind) {
    if (Double.isFinite(value)) {
      bars.add(new Bar(label, value, kind));
    }
  }

  boolean isEmpty() {
    return bars.isEmpty();
  }

  String title() {
    return title;
  }

  String svg() {
    double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    int height = TOP + bars.size() * STEP + 10;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
        <title>%s</title>
        """
            .formatted(WIDTH, height, WIDTH, height, escape(title)));
    svg.append(STYLE);
    svg.append("<rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n");
    svg.append(text("text title", 16, 26, "start", title));
    svg.append(text("weak", WIDTH - 16, 26, "end", unit));
    for (int i = 0; i < bars.size(); i++) {
      append(svg, bars.get(i), TOP + i * STEP, most);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void append(StringBuilder svg, Bar bar, int y, double most) {
    double room = WIDTH - LABELS - VALUES - 16;
    double length = most <= 0 ? 0 : Math.max(1, bar.value() / most * room);
    svg.append(text("text", LABELS - 10, y + 13, "end", bar.label()));
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
            bar.kind(),
            LABELS,
            y,
            length,
            BAR));
    int end = (int) Math.round(LABELS + length + 8);
    svg.append(text("text", end, y + 13, "start", Table.number(bar.value())));
  }

  private static String kindOf(String label) {
    if (label.startsWith("Holdfast")) {
      return "ours";
    }
    return label.startsWith("bare") || label.startsWith("SELECT") || label.startsWith("advisory")
        ? "bare"
        : "theirs";
  }

  private static String text(String style, int x, int y, String anchor, String text) {
    return "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n"
        .formatted(style, x, y, anchor, escape(text));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
