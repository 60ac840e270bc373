package dev.holdfast.policy.document;

import dev.holdfast.policy.Policy;
import java.util.List;

/**
 * The policy as a picture: a box a cluster, its tables from top to bottom in lock order, beside
 * them a line for each operation with a dot at each table that it locks. A line that keeps the
 * order runs down; where one must go up again it is red. The same policy gives the same bytes.
 */
public final class PolicyPicture {
  private static final int COLUMNS = 2;
  private static final int GAP = 20;
  private static final int TOP = 76;

  private static final String STYLE =
      """
      <style>
      svg { --paper: #ffffff; --box: #f6f8fb; --edge: #b9c4d4; --ink: #17233a; --quiet: #5a677d; \
      --wrong: #c62828; --c0: #1f66c1; --c1: #b3541e; --c2: #2e7d4f; --c3: #8e3fa8; --c4: #00788a; \
      --c5: #a5690a; --c6: #c2336b; --c7: #56636f; }
      @media (prefers-color-scheme: dark) { svg { --paper: #0f141c; --box: #18202c; --edge: #3b4a60; \
      --ink: #e6ecf5; --quiet: #9fadc2; --wrong: #ff6b63; --c0: #6aaeff; --c1: #f0935a; \
      --c2: #62c48a; --c3: #cf8be6; --c4: #4fc6d8; --c5: #e0ad4a; --c6: #f57ba9; --c7: #a9b6c4; } }
      text { font-family: system-ui, sans-serif; fill: var(--ink); font-size: 13px; }
      .paper { fill: var(--paper); }
      .box { fill: var(--box); stroke: var(--edge); }
      .alone { stroke: var(--quiet); stroke-width: 2; stroke-dasharray: 6 4; }
      .head { font-size: 19px; font-weight: 600; }
      .name { font-size: 15px; font-weight: 600; }
      .quiet { fill: var(--quiet); font-size: 12px; }
      .table { font-family: ui-monospace, monospace; font-size: 12.5px; }
      .barred { fill: var(--quiet); text-decoration: line-through; }
      .rank { fill: var(--quiet); font-size: 11px; text-anchor: end; }
      .tag { fill: var(--quiet); font-size: 11px; text-anchor: end; }
      .rule { stroke: var(--edge); stroke-opacity: .55; }
      .path { fill: none; stroke-width: 2.5; stroke-linecap: round; }
      .wrong { fill: none; stroke: var(--wrong); stroke-width: 2.5; stroke-dasharray: 5 4; }
      .lane { font-size: 11px; font-weight: 600; text-anchor: middle; }
      .s0 { stroke: var(--c0); } .f0 { fill: var(--c0); } .s1 { stroke: var(--c1); } \
      .f1 { fill: var(--c1); } .s2 { stroke: var(--c2); } .f2 { fill: var(--c2); }
      .s3 { stroke: var(--c3); } .f3 { fill: var(--c3); } .s4 { stroke: var(--c4); } \
      .f4 { fill: var(--c4); } .s5 { stroke: var(--c5); } .f5 { fill: var(--c5); }
      .s6 { stroke: var(--c6); } .f6 { fill: var(--c6); } .s7 { stroke: var(--c7); } \
      .f7 { fill: var(--c7); }
      </style>""";

  private PolicyPicture() {}

  /** SVG for light and dark pages, with no script and nothing from outside. */
  public static String svg(Policy policy) {
    List<ClusterBox> boxes =
        policy.clusters().stream()
            .filter(cluster -> !cluster.tables().isEmpty())
            .map(cluster -> ClusterBox.of(policy, cluster))
            .toList();
    int[] widths = new int[COLUMNS];
    int[] column = new int[boxes.size()];
    int[] heights = place(boxes, column, widths);
    Svg body = new Svg();
    int[] y = {TOP, TOP};
    for (int i = 0; i < boxes.size(); i++) {
      int x = column[i] == 0 ? GAP : GAP * 2 + widths[0];
      boxes.get(i).draw(body, x, y[column[i]], widths[column[i]]);
      y[column[i]] += boxes.get(i).height() + GAP;
    }
    int width = GAP * 2 + widths[0] + (widths[1] > 0 ? GAP + widths[1] : 0);
    return frame(policy, width, Math.max(heights[0], heights[1]), body);
  }

  /** Each box in the column that is shorter so far; gives how far down each column reaches. */
  private static int[] place(List<ClusterBox> boxes, int[] column, int[] widths) {
    int[] heights = {TOP, TOP};
    for (int i = 0; i < boxes.size(); i++) {
      column[i] = heights[0] <= heights[1] ? 0 : 1;
      heights[column[i]] += boxes.get(i).height() + GAP;
      widths[column[i]] = Math.max(widths[column[i]], boxes.get(i).width());
    }
    return heights;
  }

  private static String frame(Policy policy, int boxes, int height, Svg body) {
    String title = policy.prose().about().title();
    String shown = title.isEmpty() ? "Lock order" : title;
    int width = Math.max(boxes, GAP * 2 + Math.max(440, shown.length() * 11));
    String how =
        "Locks go from top to bottom. No transaction locks in two boxes."
            + (body.toString().contains("class=\"wrong\"") ? " Red goes against the order." : "");
    return new Svg()
        .raw(
            ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                    + " height=\"%d\" role=\"img\" aria-label=\"%s\">")
                .formatted(width, height, width, height, Svg.escape("Lock order: " + shown)))
        .raw(STYLE)
        .raw("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>".formatted(width, height))
        .text("head", GAP, 34, shown)
        .text("quiet", GAP, 56, how)
        .raw(body.toString().stripTrailing())
        .raw("</svg>")
        .toString();
  }
}
