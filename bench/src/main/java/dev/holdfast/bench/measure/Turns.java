package dev.holdfast.bench.measure;

import dev.holdfast.bench.report.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * All turns of one hot key in one round, in the order of their fences, or of their grants where a
 * peer has no fences: how fast, how evenly, and that no two overlapped.
 */
public final class Turns {

  private final List<Turn> turns;
  private final Histogram handOvers = new Histogram(2);

  public Turns(List<Turn> all) {
    this.turns =
        all.stream()
            .sorted(Comparator.comparingLong(Turn::fence).thenComparing(Turn::granted))
            .toList();
    if (turns.size() < 2) {
      throw new IllegalArgumentException("a hand-over needs two turns");
    }
    for (int i = 1; i < turns.size(); i++) {
      add(turns.get(i - 1), turns.get(i));
    }
  }

  public double rate() {
    Turn first = turns.get(0);
    Turn last = turns.get(turns.size() - 1);
    return (turns.size() - 1) * 1e9 / (last.granted() - first.granted());
  }

  /** From the call of the release to the return of the next acquisition. */
  public double micros(double percentile) {
    return handOvers.getValueAtPercentile(percentile) / 1_000.0;
  }

  /** Standard deviation over mean of the turns a caller had; 0: all had as many. */
  public double fairness(int callers) {
    Map<Integer, Integer> byCaller = new HashMap<>();
    turns.forEach(turn -> byCaller.merge(turn.caller(), 1, Integer::sum));
    List<Integer> had = new ArrayList<>(byCaller.values());
    while (had.size() < callers) {
      had.add(0);
    }
    return Samples.variation(had);
  }

  public double longestWaitMillis() {
    return turns.stream().mapToLong(t -> t.granted() - t.asked()).max().orElse(0) / 1e6;
  }

  private void add(Turn before, Turn after) {
    if ((after.fence() == before.fence() && after.fence() != Turn.NO_FENCE)
        || after.granted() < before.released()) {
      throw new IllegalStateException("held twice at a time: " + before + " and " + after);
    }
    if (after.fence() == before.fence() + 1 || after.fence() == Turn.NO_FENCE) {
      handOvers.recordValue(after.granted() - before.released());
    }
  }
}
