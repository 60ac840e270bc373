package dev.holdfast.bench.report;

import java.util.ArrayList;
import java.util.List;

/** One value a round: what counts is the median, and how far the rounds lie apart. */
public record Samples(List<Double> values) {

  public Samples {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no samples");
    }
    values = List.copyOf(values);
  }

  public double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  public double min() {
    return values.stream().mapToDouble(v -> v).min().orElseThrow();
  }

  public double max() {
    return values.stream().mapToDouble(v -> v).max().orElseThrow();
  }

  /** Round by round: both were measured within the same seconds. */
  public Samples over(Samples other) {
    if (values.size() != other.values.size()) {
      throw new IllegalArgumentException(
          "ratios need as many rounds on both sides: %d and %d"
              .formatted(values.size(), other.values.size()));
    }
    List<Double> ratios = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      ratios.add(values.get(i) / other.values.get(i));
    }
    return new Samples(ratios);
  }

  /** Standard deviation over mean: 0 if all are equal. */
  public static double variation(List<? extends Number> values) {
    double mean = values.stream().mapToDouble(Number::doubleValue).average().orElse(0);
    double squares =
        values.stream().mapToDouble(v -> Math.pow(v.doubleValue() - mean, 2)).average().orElse(0);
    return mean == 0 ? 0 : Math.sqrt(squares) / mean;
  }
}
