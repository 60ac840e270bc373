package dev.holdfast.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The time of all processors since the start of the machine.
 *
 * @param stolen what others had while somebody here was ready to run
 * @param all of it
 */
public record Ticks(long stolen, long all) {

  private static final Path FILE = Path.of("/proc/stat");

  /** Where steal stands in the first line; what comes after it is counted before already. */
  private static final int STOLEN = 7;

  public static Ticks now() {
    try {
      return parse(Files.readString(FILE));
    } catch (IOException e) {
      return new Ticks(0, 0); // not Linux: nothing is known to be stolen
    }
  }

  /** As {@code /proc/stat} has it: cpu user nice system idle iowait irq softirq steal … */
  static Ticks parse(String text) {
    long[] ticks =
        Arrays.stream(text.lines().findFirst().orElse("").split("\\s+", -1))
            .skip(1)
            .limit(STOLEN + 1)
            .mapToLong(Long::parseLong)
            .toArray();
    return new Ticks(ticks.length > STOLEN ? ticks[STOLEN] : 0, Arrays.stream(ticks).sum());
  }

  /** The part of the time since then that was stolen, 0 to 1. */
  public double stolenSince(Ticks before) {
    long passed = all - before.all;
    return passed <= 0 ? 0 : (double) (stolen - before.stolen) / passed;
  }
}
