package dev.holdfast.torture.fuzz;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Feeds a target, on a thread of its own that is watched. */
public final class Fuzzer implements Runnable {

  private static final long HANG = TimeUnit.SECONDS.toNanos(60);
  private static final int MOST_FINDINGS = 5;

  private final Target target;
  private final long count;
  private final Mangler mangler;
  private final List<String> findings = new ArrayList<>();
  private volatile long fed;
  private volatile long since;
  private volatile @Nullable String current;

  private Fuzzer(Target target, long count, long seed) {
    this.target = target;
    this.count = count;
    this.mangler = new Mangler(seed, target.seeds());
  }

  /**
   * What came out.
   *
   * @param findings what was wrong and with which input, at most five
   */
  public record Report(long inputs, List<String> findings, Duration took) {
    public Report {
      findings = List.copyOf(findings);
    }
  }

  public static Report run(Target target, long count, long seed) throws InterruptedException {
    Fuzzer fuzzer = new Fuzzer(target, count, seed);
    long start = System.nanoTime();
    fuzzer.since = start;
    Thread thread = new Thread(fuzzer, "fuzzer");
    thread.setDaemon(true);
    thread.start();
    boolean hangs = false;
    while (thread.isAlive() && !hangs) {
      thread.join(200);
      hangs = thread.isAlive() && System.nanoTime() - fuzzer.since > HANG;
    }
    List<String> findings;
    synchronized (fuzzer.findings) {
      findings = new ArrayList<>(fuzzer.findings);
    }
    if (hangs) {
      findings.add("it hangs on " + quoted(fuzzer.current));
    }
    return new Report(fuzzer.fed, findings, Duration.ofNanos(System.nanoTime() - start));
  }

  @Override
  public void run() {
    for (long i = 0; i < count && findings.size() < MOST_FINDINGS; i++) {
      String input = mangler.next();
      current = input;
      since = System.nanoTime();
      fed = i + 1;
      try {
        target.feed(input);
      } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError e) {
        synchronized (findings) {
          findings.add(e + " on " + quoted(input));
        }
      }
    }
  }

  /** As Java would write it, so that a control character can be read. */
  static String quoted(@Nullable String input) {
    StringBuilder text = new StringBuilder("\"");
    String whole = input == null ? "" : input;
    for (int i = 0; i < Math.min(whole.length(), 1_000); i++) {
      char c = whole.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
    return whole.length() > 1_000
        ? text + " and more, " + whole.length() + " in all"
        : text.toString();
  }
}
