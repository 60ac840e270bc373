package dev.holdfast.testkit.contract;

/**
 * How hard the fuzz test tries: 4 processes with 16 threads each make 100,000 increments of 192
 * counters.
 *
 * @param processes JVMs that take part
 * @param threads threads in each of them
 * @param counters counters, each with a resource of its own
 * @param increments protected increments in total
 */
public record FuzzSize(int processes, int threads, int counters, int increments) {

  public static final FuzzSize STANDARD = new FuzzSize(4, 16, 192, 100_000);

  public FuzzSize {
    if (processes < 1 || threads < 1 || counters < 1 || increments < processes * threads) {
      throw new IllegalArgumentException(
          "A fuzz needs at least one process, thread and counter, and an increment a thread: "
              + ("processes " + processes + ", threads " + threads + ", counters " + counters)
              + (", increments " + increments));
    }
  }

  /** The same, with another number of increments. */
  public FuzzSize withIncrements(int count) {
    return new FuzzSize(processes, threads, counters, count);
  }
}
