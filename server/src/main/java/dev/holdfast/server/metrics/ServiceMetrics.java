package dev.holdfast.server.metrics;

import dev.holdfast.HoldfastListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;

/** All metrics of a service. Thread-safe. */
public final class ServiceMetrics {

  /** As scrapers know it. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final LeaseMetrics leases = new LeaseMetrics();
  private final RequestMetrics requests = new RequestMetrics();
  private final List<Family> families = new CopyOnWriteArrayList<>();

  public ServiceMetrics(String version) {
    families.addAll(leases.families());
    families.addAll(requests.families());
    families.addAll(JvmMetrics.families());
    families.add(
        Gauge.of("holdfast_build_info", "Always 1; the label says which version runs.")
            .with(Labels.of("version", version), () -> 1));
  }

  /** To be given to the {@code Holdfast} whose leases are to be counted. */
  public HoldfastListener listener() {
    return leases;
  }

  public RequestMetrics requests() {
    return requests;
  }

  /** A number to be asked for at each scrape: it must answer at once; NaN: not known. */
  public ServiceMetrics gauge(String name, String help, DoubleSupplier value) {
    families.add(Gauge.of(name, help).with(Labels.NONE, value));
    return this;
  }

  /** The same for a number that only rises. */
  public ServiceMetrics counter(String name, String help, DoubleSupplier value) {
    families.add(Gauge.counter(name, help).with(Labels.NONE, value));
    return this;
  }

  /** The text that Prometheus scrapes. */
  public String text() {
    StringBuilder out = new StringBuilder(16_384);
    new ArrayList<>(families).forEach(family -> family.write(out));
    return out.toString();
  }
}
