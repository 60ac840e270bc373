package dev.holdfast.server.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** A number as it is when somebody asks; none where the supplier gives NaN. */
final class Gauge implements Family {
  private final String name;
  private final String type;
  private final String help;
  private final Map<Labels, DoubleSupplier> series = new LinkedHashMap<>();

  private Gauge(String name, String type, String help) {
    this.name = name;
    this.type = type;
    this.help = help;
  }

  static Gauge of(String name, String help) {
    return new Gauge(name, "gauge", help);
  }

  /** A counter that somebody else keeps. */
  static Gauge counter(String name, String help) {
    return new Gauge(name, "counter", help);
  }

  Gauge with(Labels labels, DoubleSupplier value) {
    series.put(labels, value);
    return this;
  }

  @Override
  public void write(StringBuilder out) {
    Family.head(out, name, type, help);
    series.forEach(
        (labels, supplier) -> {
          double value = supplier.getAsDouble();
          if (!Double.isNaN(value)) {
            out.append(name).append(labels.braced()).append(' ');
            out.append(Family.number(value)).append('\n');
          }
        });
  }
}
