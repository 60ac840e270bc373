package dev.holdfast.bench.measure;

import java.lang.management.ManagementFactory;

/** What is on the heap and reachable. */
public final class Heap {

  private static final int COLLECTIONS = 4;
  private static final double MEGABYTE = 1e6;

  private Heap() {}

  /** After as many collections as references that are cleared on the way need. */
  public static double usedMegabytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least / MEGABYTE;
  }
}
