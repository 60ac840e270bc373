package dev.holdfast.examples.processengine;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;

/** Work that begins and ends when the test says so. */
final class Gate implements TaskWork {

  private static final int PATIENCE_SECONDS = 120;

  private final Semaphore begun = new Semaphore(0);
  private final Semaphore mayEnd = new Semaphore(0);
  private volatile boolean closed;
  private volatile boolean failing;

  @Override
  public void perform(long instanceId, Task task, long fence) throws InterruptedException {
    begun.release();
    if (closed && !mayEnd.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the test forgot to open the gate");
    }
    if (failing) {
      throw new IllegalStateException("the archive is on fire");
    }
  }

  /** Work waits from now on until it is let go. */
  void close() {
    closed = true;
    begun.drainPermits();
    mayEnd.drainPermits();
  }

  void failing(boolean fails) {
    failing = fails;
  }

  void awaitBegun(int works) throws InterruptedException {
    if (!begun.tryAcquire(works, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("no " + works + " works have begun");
    }
  }

  /** Lets these go, and later ones too. */
  void open(int works) {
    closed = false;
    mayEnd.release(works);
  }

  /** Puts it into the application; not annotated, or every application would find it. */
  static class Beans {
    @Bean
    Gate gate() {
      return new Gate();
    }
  }
}
