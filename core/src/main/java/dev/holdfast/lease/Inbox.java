package dev.holdfast.lease;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What other threads want from the dispatcher's thread: it runs their messages one by one. */
final class Inbox {

  private final ConcurrentLinkedQueue<Runnable> messages = new ConcurrentLinkedQueue<>();
  private volatile boolean asleep;
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

  void runAll() {
    for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
      message.run();
    }
  }

  /** Sleeps until a message arrives or that time, whichever is first. */
  void await(long untilNanoTime) {
    asleep = true;
    try {
      long nanos = untilNanoTime - System.nanoTime();
      if (messages.isEmpty() && nanos > 0) {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      asleep = false;
    }
  }
}
