package dev.holdfast.bench.page;

import dev.holdfast.bench.contender.BareStatement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The plots of a page, by the names of their files. */
final class Charts {

  private static final String RATE = "perSecond";

  private Charts() {}

  static Map<String, BarChart> of(Results results) {
    Map<String, BarChart> charts = new LinkedHashMap<>();
    for (int callers : List.of(1, 8, 32, 128)) {
      String title = "Pairs of acquire and release, callers: " + callers;
      // a SELECT is another scale
      List<Results.Row> rows =
          results.figures("pairs", callers).stream()
              .filter(row -> !row.text("contender").equals(BareStatement.SELECT))
              .toList();
      charts.put("bench-pairs-" + callers, chart(title, "pairs/s", rows, RATE));
    }
    List<Results.Row> processes = results.figures("processes");
    charts.put(
        "bench-hand-over-rate",
        chart("One hot key, 2 processes, 32 waiters, held 1 ms", "hand-overs/s", processes, RATE));
    charts.put(
        "bench-hand-over-wait",
        chart("The same: the longest wait", "ms, less is better", processes, "longestWaitMillis"));
    charts.put(
        "bench-refused",
        chart("tryAcquire of a held key, 8 callers", "/s", results.figures("refused"), RATE));
    charts.put(
        "bench-transactions",
        chart(
            "Row-lock transactions, callers: 8",
            "transactions/s",
            results.figures("transactions", 8),
            RATE));
    charts.put(
        "bench-claims",
        chart("Claims, batches of 100", "batches/s", results.figures("claims"), RATE));
    charts.put(
        "bench-growth", ours("Pairs as tables grow", "pairs/s", results.figures("growth"), RATE));
    charts.put(
        "bench-churn",
        ours(
            "Size of lease and waiter with their indexes under churn",
            "MB, less is better",
            results.figures("churn"),
            "megabytes"));
    charts.values().removeIf(BarChart::isEmpty);
    return charts;
  }

  private static BarChart ours(String title, String unit, List<Results.Row> rows, String value) {
    BarChart chart = new BarChart(title, unit);
    rows.forEach(row -> chart.ours(row.text("contender"), row.number(value)));
    return chart;
  }

  private static BarChart chart(String title, String unit, List<Results.Row> rows, String value) {
    BarChart chart = new BarChart(title, unit);
    rows.forEach(row -> chart.bar(row.text("contender"), row.number(value)));
    return chart;
  }
}
