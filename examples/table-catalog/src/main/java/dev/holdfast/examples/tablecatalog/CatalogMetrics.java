package dev.holdfast.examples.tablecatalog;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Retries and errors, counted, under the names that the dashboards know. */
@Component
class CatalogMetrics implements HoldfastListener {

  private final AtomicLong retries = new AtomicLong();
  private final Map<String, AtomicLong> errors = new ConcurrentSkipListMap<>();

  @Override
  public void on(HoldfastEvent event) {
    if (event instanceof HoldfastEvent.TransactionRetried) {
      retries.incrementAndGet();
    }
  }

  /** A request ended with this kind of error: one of a few, never a client's text. */
  void failed(String error) {
    errors.computeIfAbsent(error, kind -> new AtomicLong()).incrementAndGet();
  }

  /** In the text format of Prometheus. */
  String text() {
    return """
        # TYPE iceberg_lock_retries_total counter
        iceberg_lock_retries_total %d
        # TYPE iceberg_handler_errors_total counter
        %s
        """
        .formatted(
            retries.get(),
            errors.entrySet().stream()
                .map(
                    entry ->
                        "iceberg_handler_errors_total{error=\"%s\"} %s"
                            .formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("\n")));
  }
}
