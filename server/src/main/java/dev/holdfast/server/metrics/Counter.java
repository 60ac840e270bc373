package dev.holdfast.server.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** A number that only rises, for each combination of labels. */
final class Counter implements Family {
  private static final int MOST_SERIES = 1_000;

  private final String name;
  private final String help;
  private final Map<Labels, LongAdder> series = new ConcurrentHashMap<>();

  Counter(String name, String help) {
    this.name = name;
    this.help = help;
  }

  /** From the start there, so that its first rise is seen. */
  Counter withSeries(Labels labels) {
    series.put(labels, new LongAdder());
    return this;
  }

  void add(Labels labels, long amount) {
    LongAdder known = series.get(labels);
    if (known == null) {
      if (series.size() >= MOST_SERIES) {
        return;
      }
      known = series.computeIfAbsent(labels, added -> new LongAdder());
    }
    known.add(amount);
  }

  @Override
  public void write(StringBuilder out) {
    Family.head(out, name, "counter", help);
    Map<String, Long> sorted = new TreeMap<>();
    series.forEach((labels, sum) -> sorted.put(labels.braced(), sum.sum()));
    sorted.forEach(
        (labels, sum) -> out.append(name).append(labels).append(' ').append(sum).append('\n'));
  }
}
