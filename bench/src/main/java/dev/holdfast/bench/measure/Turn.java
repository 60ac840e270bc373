package dev.holdfast.bench.measure;

/**
 * One caller had the hot key once. Times are of the machine's monotonic clock ({@code nanoTime}),
 * which on Linux all processes share.
 */
public record Turn(int caller, long fence, long asked, long granted, long released) {

  /** Of a peer that has no fences. */
  public static final long NO_FENCE = 0;

  public String line() {
    return caller + " " + fence + " " + asked + " " + granted + " " + released;
  }

  public static Turn parse(String line) {
    String[] parts = line.split(" ", -1);
    if (parts.length != 5) {
      throw new IllegalArgumentException("not a turn: " + line);
    }
    return new Turn(
        Integer.parseInt(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        Long.parseLong(parts[4]));
  }
}
