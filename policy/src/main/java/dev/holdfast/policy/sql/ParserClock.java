package dev.holdfast.policy.sql;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import net.sf.jsqlparser.parser.CCJSqlParser;

/**
 * Stops a parser that has used up its time: two seconds of the processor's. On a busy machine they
 * may take much longer to pass, and a statement must not become unreadable by that; half a minute
 * is the end all the same.
 */
final class ParserClock implements Runnable {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MOST = TimeUnit.SECONDS.toNanos(2);
  private static final long MOST_ALL_IN_ALL = TimeUnit.SECONDS.toNanos(30);

  private final CCJSqlParser parser;
  private final long thread = Thread.currentThread().getId();
  private final long usedBefore = THREADS.getThreadCpuTime(thread);
  private final long start = System.nanoTime();

  ParserClock(CCJSqlParser parser) {
    this.parser = parser;
  }

  @Override
  public void run() {
    long passed = System.nanoTime() - start;
    long used = THREADS.getThreadCpuTime(thread);
    // a virtual thread tells nothing of its time
    long spent = usedBefore < 0 || used < 0 ? passed : used - usedBefore;
    if (spent > MOST || passed > MOST_ALL_IN_ALL) {
      parser.interrupted = true;
    }
  }
}
