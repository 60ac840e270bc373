package dev.holdfast.torture.workload;

import java.lang.management.ManagementFactory;

/** What a process takes up: for finding leaks. */
public record Figures(int threads, int connections, long heapKilobytes, int descriptors) {

  static Figures now(Child child) {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    String[] open = new java.io.File("/proc/self/fd").list();
    return new Figures(
        ManagementFactory.getThreadMXBean().getThreadCount(),
        child.pool().getHikariPoolMXBean().getTotalConnections(),
        (runtime.totalMemory() - runtime.freeMemory()) / 1024,
        open == null ? 0 : open.length);
  }

  /** From what {@link #toString} wrote. */
  public static Figures parse(String text) {
    String[] part = text.split(" ", -1);
    return new Figures(
        Integer.parseInt(part[0]),
        Integer.parseInt(part[1]),
        Long.parseLong(part[2]),
        Integer.parseInt(part[3]));
  }

  @Override
  public String toString() {
    return threads + " " + connections + " " + heapKilobytes + " " + descriptors;
  }
}
