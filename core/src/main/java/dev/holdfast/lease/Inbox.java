package dev.holdfast.lease;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What other threads want from whoever has the helm, who runs their messages one by one. */
final class Inbox {

  private final ConcurrentLinkedQueue<Runnable> messages = new ConcurrentLinkedQueue<>();
  private volatile boolean asleep;
  private volatile long sleepsUntil;
  private volatile @Nullable Thread reader;

  void readBy(Thread thread) {
    reader = thread;
  }

  void post(Runnable message) {
    messages.add(message);
    if (asleep) {
      LockSupport.unpark(reader);
    }
  }

  /** Whoever posts so must see to it that it is read. */
  void postQuietly(Runnable message) {
    messages.add(message);
  }

  void runAll() {
    for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
      message.run();
    }
  }

  boolean isReaderAsleep() {
    return asleep;
  }

  /** Wakes the reader if there is something to read, or if it would sleep past that time. */
  void wakeReader(long nanoTime) {
    if (!messages.isEmpty() || (asleep && nanoTime - sleepsUntil < 0)) {
      LockSupport.unpark(reader);
    }
  }

  /** Sleeps until a message arrives or that time, whichever is first. */
  void await(long untilNanoTime) {
    awaitWhile(messages::isEmpty, untilNanoTime);
  }

  /** Sleeps if that holds, until somebody wakes the reader or until that time. */
  void awaitWhile(BooleanSupplier holds, long untilNanoTime) {
    sleepsUntil = untilNanoTime;
    asleep = true; // before looking: who changes it afterwards sees that the reader is asleep
    try {
      long nanos = untilNanoTime - System.nanoTime();
      if (nanos > 0 && holds.getAsBoolean()) {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      asleep = false;
    }
  }
}
