package dev.holdfast.server.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** How often values fell under each of a few bounds, for each combination of labels. */
final class Histogram implements Family {
  private static final int MOST_SERIES = 200;

  private final String name;
  private final String help;
  private final double[] bounds;
  private final Map<Labels, Series> series = new ConcurrentHashMap<>();

  private static final class Series {
    private final LongAdder[] buckets;
    private final DoubleAdder sum = new DoubleAdder();

    private Series(int bounds) {
      buckets = new LongAdder[bounds + 1];
      for (int i = 0; i <= bounds; i++) {
        buckets[i] = new LongAdder();
      }
    }
  }

  Histogram(String name, String help, double... bounds) {
    this.name = name;
    this.help = help;
    this.bounds = bounds.clone();
  }

  Histogram withSeries(Labels labels) {
    series.put(labels, new Series(bounds.length));
    return this;
  }

  void observe(Labels labels, double value) {
    Series known = series.get(labels);
    if (known == null) {
      if (series.size() >= MOST_SERIES) {
        return;
      }
      known = series.computeIfAbsent(labels, added -> new Series(bounds.length));
    }
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    known.buckets[bucket].increment();
    known.sum.add(value);
  }

  @Override
  public void write(StringBuilder out) {
    Family.head(out, name, "histogram", help);
    Map<String, Labels> sorted = new TreeMap<>();
    series.keySet().forEach(labels -> sorted.put(labels.text(), labels));
    sorted.values().forEach(labels -> write(out, labels));
  }

  private void write(StringBuilder out, Labels labels) {
    Series its = series.getOrDefault(labels, new Series(bounds.length));
    long below = 0;
    for (int i = 0; i <= bounds.length; i++) {
      below += its.buckets[i].sum();
      double bound = i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY;
      String le = labels.and("le", Family.number(bound));
      out.append(name).append("_bucket").append(le).append(' ').append(below).append('\n');
    }
    String braced = labels.braced();
    out.append(name).append("_sum").append(braced).append(' ');
    out.append(Family.number(its.sum.sum())).append('\n');
    out.append(name).append("_count").append(braced).append(' ').append(below).append('\n');
  }
}
