package dev.holdfast.server.watch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One who follows events: a bounded queue, filled by the {@link Feed}, taken from in the pace of
 * the reader. Close it as soon as the reader is gone.
 */
public final class Subscription implements AutoCloseable {

  /** How far a reader may fall behind. */
  static final int CAPACITY = 1_000;

  private final EventFilter filter;
  private final Runnable onReady;
  private final Deque<WatchEvent> queue = new ArrayDeque<>();
  private @Nullable String end;

  /** The last event that was considered for it; of the feed's thread alone. Negative: from now. */
  private long position;

  Subscription(long after, EventFilter filter, Runnable onReady) {
    this.position = after;
    this.filter = filter;
    this.onReady = onReady;
  }

  /** What is there, at most {@code max}, the oldest first; does not wait. */
  public synchronized List<WatchEvent> take(int max) {
    List<WatchEvent> taken = new ArrayList<>(Math.min(max, queue.size()));
    while (taken.size() < max && !queue.isEmpty()) {
      taken.add(queue.remove());
    }
    return taken;
  }

  /** Why nothing will come any more once the queue is empty; null: it goes on. */
  public synchronized @Nullable String end() {
    return end;
  }

  @Override
  public void close() {
    finish("closed by the reader");
  }

  synchronized boolean isOver() {
    return end != null;
  }

  synchronized void finish(String why) {
    if (end == null) {
      end = why;
    }
  }

  long position() {
    return position;
  }

  void moveTo(long newPosition) {
    position = newPosition;
  }

  synchronized int room() {
    return CAPACITY - queue.size();
  }

  /** Hands it an event that it wants; ends it if its queue is full. */
  void offer(WatchEvent event) {
    if (!filter.lets(event)) {
      return;
    }
    synchronized (this) {
      if (end != null) {
        return;
      }
      if (queue.size() == CAPACITY) {
        end = "it fell " + CAPACITY + " events behind: come back with the last number you have";
      } else {
        queue.add(event);
      }
    }
  }

  /** Tells the reader that there is something to take, or that it is over. */
  void ready() {
    onReady.run();
  }
}
