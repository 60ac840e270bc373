package dev.holdfast.policy.document;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.PolicyTable;
import dev.holdfast.policy.TableRule;
import java.util.ArrayList;
import java.util.List;

/** A cluster in the picture. Numbers are in pixels, and whole, so that files do not differ. */
final class ClusterBox {
  private static final int PAD = 16;
  private static final int HEAD = 48;
  private static final int LANE_HEAD = 18;
  private static final int ROW = 24;
  private static final int LANE = 20;
  private static final int LETTER = 8;
  private static final int RANK = 22;
  private static final int COLOURS = 8;

  private final Cluster cluster;
  private final List<OperationPath> paths;

  private ClusterBox(Cluster cluster, List<OperationPath> paths) {
    this.cluster = cluster;
    this.paths = paths;
  }

  static ClusterBox of(Policy policy, Cluster cluster) {
    List<OperationPath> paths = new ArrayList<>();
    for (PolicyOperation operation : policy.operations()) {
      OperationPath path = OperationPath.of(policy, cluster, operation);
      if (!path.ranks().isEmpty()) {
        paths.add(path);
      }
    }
    return new ClusterBox(cluster, paths);
  }

  int width() {
    int head = PAD * 2 + title().length() * LETTER + (alone() ? 96 : 0);
    int legend = PAD * 2 + 20 + paths.stream().mapToInt(p -> p.name().length()).max().orElse(0) * 7;
    return Math.max(Math.max(lanesAt() + lanesWidth() + PAD / 2, head), legend);
  }

  int height() {
    return head() + ROW * cluster.tables().size() + PAD + legendHeight();
  }

  void draw(Svg svg, int x, int y, int width) {
    svg.raw(
        "<rect class=\"box%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>"
            .formatted(alone() ? " alone" : "", x, y, width, height()));
    svg.text("name", x + PAD, y + 26, title());
    if (alone()) {
      svg.text("tag", x + width - PAD, y + 26, "locked alone");
    }
    for (int i = 0; i < cluster.tables().size(); i++) {
      table(svg, x, y + head() + i * ROW, i, width);
    }
    for (int i = 0; i < paths.size(); i++) {
      String lane = String.valueOf(i + 1);
      int laneX = x + width - PAD / 2 - lanesWidth() + i * LANE + LANE / 2;
      int colour = i % COLOURS;
      svg.text("lane f" + colour, laneX, y + head() - 16, lane);
      paths.get(i).draw(svg, laneX, y + head(), ROW, colour);
      int legendY = y + head() + ROW * cluster.tables().size() + PAD + 10 + i * 18;
      svg.text("lane f" + colour, x + PAD + 8, legendY, lane);
      svg.text("quiet", x + PAD + RANK + 6, legendY, paths.get(i).name());
    }
  }

  private void table(Svg svg, int x, int y, int rank, int width) {
    PolicyTable table = cluster.tables().get(rank);
    boolean never = table.rule() == TableRule.NEVER;
    svg.raw(
        "<path class=\"rule\" d=\"M%d %dH%d\"/>"
            .formatted(x + PAD, y + ROW - 4, x + width - PAD / 2));
    svg.text("rank", x + PAD + RANK - 6, y + 12, String.valueOf(rank + 1));
    svg.text(never ? "table barred" : "table", x + PAD + RANK + 2, y + 12, table.name().toString());
    if (table.rule() != TableRule.ANYBODY) {
      svg.text(
          "tag",
          x + width - PAD / 2 - lanesWidth() - 8,
          y + 12,
          never ? "never locked" : "admin only");
    }
  }

  private String title() {
    String title = cluster.about().title();
    return title.isEmpty() || title.equalsIgnoreCase(cluster.name())
        ? cluster.name()
        : cluster.name() + " · " + title;
  }

  private boolean alone() {
    return cluster.kind() == Cluster.Kind.ALONE;
  }

  /** Where the lines of the operations begin, from the left of the box. */
  private int lanesAt() {
    int widest = 0;
    for (PolicyTable table : cluster.tables()) {
      int tag = table.rule() == TableRule.ANYBODY ? 0 : 100;
      widest = Math.max(widest, table.name().toString().length() * LETTER + tag);
    }
    return PAD + RANK + 8 + Math.max(widest, 120);
  }

  private int head() {
    return HEAD + (paths.isEmpty() ? 0 : LANE_HEAD);
  }

  private int lanesWidth() {
    return paths.size() * LANE;
  }

  private int legendHeight() {
    return paths.isEmpty() ? 0 : paths.size() * 18 + 8;
  }
}
