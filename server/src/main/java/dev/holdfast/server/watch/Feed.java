package dev.holdfast.server.watch;

import dev.holdfast.HoldfastException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Reads new events once for all subscribers of this process. Those who come back with a number read
 * what they missed page by page, in turn with the others, then join them.
 */
final class Feed implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.server");
  private static final int PAGE = 500;
  private static final long FROM_NOW = -1;

  private final EventReader reader;
  private final Ticker ticker;
  private final List<Subscription> subscribers = new CopyOnWriteArrayList<>();
  private final Set<Subscription> touched = new HashSet<>();

  /** The last event that was handed out; of the feed's thread alone. */
  private long position = FROM_NOW;

  Feed(EventReader reader, Duration period) {
    this.reader = reader;
    this.ticker = new Ticker("holdfast-feed", period, this::round);
  }

  void start() {
    ticker.start();
  }

  /** There may be something new. */
  void wake() {
    if (!subscribers.isEmpty()) {
      ticker.wake();
    }
  }

  int size() {
    return subscribers.size();
  }

  /**
   * From now on, after the last few that are known: as many below {@link #FROM_NOW} as they are.
   */
  Subscription subscribeFromNow(int before, EventFilter filter, Runnable onReady) {
    return subscribe(FROM_NOW - before, filter, onReady);
  }

  Subscription subscribe(long after, EventFilter filter, Runnable onReady) {
    Subscription subscription = new Subscription(after, filter, onReady);
    subscribers.add(subscription);
    ticker.wake();
    return subscription;
  }

  @Override
  public void close() {
    ticker.close();
    subscribers.removeIf(Subscription::isOver);
    for (Subscription subscription : subscribers) {
      subscription.finish("the service stops: come back with the last number you have");
      subscription.ready();
    }
    subscribers.clear();
  }

  /** Hands out what is new; true if there may be more at once. */
  private boolean round() {
    subscribers.removeIf(Subscription::isOver);
    if (subscribers.isEmpty()) {
      position = FROM_NOW;
      return false;
    }
    try {
      return handOut();
    } catch (HoldfastException e) {
      LOG.log(Level.WARNING, "can''t read events, trying again: {0}", e.getMessage());
      return false;
    } finally {
      touched.forEach(Subscription::ready);
      touched.clear();
    }
  }

  private boolean handOut() {
    EventReader.State state = reader.state();
    if (position == FROM_NOW || position > state.last() || position < state.pruned()) {
      position = state.last();
    }
    for (Subscription subscription : subscribers) {
      admit(subscription, state);
    }
    List<WatchEvent> page = position < state.last() ? reader.after(position, PAGE) : List.of();
    boolean more = page.size() == PAGE;
    for (Subscription subscription : subscribers) {
      if (subscription.position() == position) {
        give(subscription, page, Long.MAX_VALUE);
      } else {
        more |= catchUp(subscription);
      }
    }
    if (!page.isEmpty()) {
      position = page.get(page.size() - 1).seq();
    }
    return more;
  }

  /** Where it starts, or goes on after events that it has not seen are gone. */
  private void admit(Subscription subscription, EventReader.State state) {
    long after = subscription.position();
    if (after <= FROM_NOW) {
      subscription.moveTo(Math.max(state.pruned(), position - (FROM_NOW - after)));
    } else if (after < state.pruned()) {
      gap(subscription, state.pruned(), state.pruned() - after, "they are kept no longer");
    } else if (after > state.last()) {
      gap(subscription, state.last(), 0, "the last number you have is none of this database");
    }
  }

  private void gap(Subscription subscription, long seq, long missed, String why) {
    Map<String, String> detail =
        missed == 0 ? Map.of("why", why) : Map.of("why", why, "missed", Long.toString(missed));
    offer(subscription, new WatchEvent(seq, Instant.now(), WatchEvent.GAP, null, detail));
    subscription.moveTo(seq);
  }

  /** One page up to where the others are; true if there is more. */
  private boolean catchUp(Subscription subscription) {
    int room = Math.min(PAGE, subscription.room());
    if (room == 0) {
      return false;
    }
    List<WatchEvent> page = reader.after(subscription.position(), room);
    give(subscription, page, position);
    return subscription.position() < position;
  }

  private void give(Subscription subscription, List<WatchEvent> page, long upTo) {
    for (WatchEvent event : page) {
      if (event.seq() <= upTo) {
        offer(subscription, event);
        subscription.moveTo(event.seq());
      }
    }
  }

  private void offer(Subscription subscription, WatchEvent event) {
    subscription.offer(event);
    touched.add(subscription);
  }
}
