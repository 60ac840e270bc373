package dev.holdfast.lease;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What other threads want from whoever has the helm, who runs their messages one by one. */
final class Inbox {

  private static final long NOT_KNOWN = TimeUnit.DAYS.toNanos(1);

  private final ConcurrentLinkedQueue<Runnable> messages = new ConcurrentLinkedQueue<>();
  private final AtomicInteger askers = new AtomicInteger();
  private volatile boolean asleep;
  private volatile long sleepsUntil;
  private volatile long due;
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

  /** The next message is from a caller, which waits for its answer or does not. */
  void expect(boolean waiting) {
    if (waiting) {
      askers.incrementAndGet();
    }
  }

  /** How many callers wait whose messages were not read yet, about. */
  int askers() {
    return askers.get();
  }

  /** Those who asked by now are about to be served. */
  void forgetAskers() {
    askers.set(0);
  }

  void runAll() {
    for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
      message.run();
    }
  }

  boolean isReaderAsleep() {
    return asleep;
  }

  /** When there is something to do next, as whoever has the helm sees it before letting go. */
  void due(long nanoTime) {
    due = nanoTime;
  }

  /** Wakes the reader if there is something to read, or if it would sleep past what is due. */
  void wakeReader() {
    if (!messages.isEmpty() || (asleep && due - sleepsUntil < 0)) {
      LockSupport.unpark(reader);
    }
  }

  /** Sleeps until a message arrives or something is due, whichever is first. */
  void await() {
    awaitWhile(messages::isEmpty, () -> due);
  }

  /** Sleeps if that holds, until somebody wakes the reader or until that time. */
  void awaitWhile(BooleanSupplier holds, LongSupplier untilNanoTime) {
    // Before looking: who changes what is looked at afterwards sees that the reader is asleep, and
    // wakes it rather once too often than never, as long as it is not known until when it sleeps.
    sleepsUntil = System.nanoTime() + NOT_KNOWN;
    asleep = true;
    try {
      long until = untilNanoTime.getAsLong();
      sleepsUntil = until;
      long nanos = until - System.nanoTime();
      if (nanos > 0 && holds.getAsBoolean()) {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      asleep = false;
    }
  }
}
