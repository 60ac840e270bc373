package dev.holdfast.server.metrics;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;

/** The basics of this JVM. */
final class JvmMetrics {
  private JvmMetrics() {}

  static List<Family> families() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    return List.of(
        Gauge.of("holdfast_jvm_heap_used_bytes", "Heap in use.")
            .with(Labels.NONE, () -> memory.getHeapMemoryUsage().getUsed()),
        Gauge.of("holdfast_jvm_heap_max_bytes", "The most that the heap may grow to.")
            .with(Labels.NONE, () -> memory.getHeapMemoryUsage().getMax()),
        Gauge.of("holdfast_jvm_threads", "Live threads.")
            .with(Labels.NONE, () -> ManagementFactory.getThreadMXBean().getThreadCount()),
        Gauge.counter("holdfast_jvm_gc_seconds_total", "Time spent collecting garbage.")
            .with(Labels.NONE, JvmMetrics::gcSeconds),
        Gauge.of("holdfast_process_uptime_seconds", "How long this process has been running.")
            .with(Labels.NONE, () -> ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0));
  }

  private static double gcSeconds() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .filter(millis -> millis > 0)
            .sum()
        / 1000.0;
  }
}
