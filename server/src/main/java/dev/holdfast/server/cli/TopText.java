package dev.holdfast.server.cli;

import dev.holdfast.diagnosis.WaitGraph;
import dev.holdfast.diagnosis.WaitGraph.Cycle;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseInfo.Tenure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One picture of `top`.
 *
 * @param database its name, for people
 * @param held what is held
 * @param graph who waits for whom
 */
record TopText(String database, List<LeaseInfo> held, WaitGraph graph) {

  private static final Comparator<LeaseInfo> MOST_WANTED =
      Comparator.comparingInt(LeaseInfo::waiting)
          .reversed()
          .thenComparing(TopText::since)
          .thenComparing(LeaseInfo::resource);

  /** As many lines as there is room for. */
  String lines(int room) {
    List<String> lines = new ArrayList<>();
    int waiting = held.stream().mapToInt(LeaseInfo::waiting).sum();
    lines.add(
        "%s   %,d held   %,d waiting   %s   %s"
            .formatted(Sentences.clock(graph.at()), held.size(), waiting, deadlocks(), database));
    lines.add("");
    for (Cycle cycle : graph.cycles()) {
      lines.add("circle: " + cycle.sentence());
    }
    List<LeaseInfo> first = held.stream().sorted(MOST_WANTED).limit(Math.max(room, 1)).toList();
    LeaseText.table(first).lines().forEach(lines::add);
    List<String> fitting = lines.subList(0, Math.min(lines.size(), Math.max(room, 3)));
    return String.join("\n", fitting.stream().map(Table::visible).toList()) + "\n";
  }

  Map<String, Object> json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("at", graph.at());
    members.put("held", held.stream().sorted(MOST_WANTED).map(LeaseText::json).toList());
    members.put("cycles", graph.cycles().stream().map(Cycle::sentence).toList());
    return members;
  }

  private String deadlocks() {
    int circles = graph.cycles().size();
    return circles == 0 ? "no circle" : circles + (circles == 1 ? " circle" : " circles");
  }

  private static Instant since(LeaseInfo info) {
    Tenure tenure = info.tenure();
    return tenure == null ? Instant.MAX : tenure.since();
  }
}
