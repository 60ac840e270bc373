package dev.holdfast.server.watch;

import dev.holdfast.Holdfast;
import dev.holdfast.InvalidRequestException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * All watching of one service: observes if no other service does, reads events for those who follow
 * them, keeps refusals. Thread-safe.
 */
public final class Watch implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration READ_EVERY = Duration.ofMillis(500);
  private static final int MOST_EVENTS = 10_000;

  private final EventReader reader;
  private final Feed feed;
  private final Observer observer;
  private final Refusals refusals;
  private final Timeline timeline;
  private final Contention contention;

  private Watch(Holdfast holdfast, DataSource dataSource) {
    this.reader = new EventReader(dataSource);
    this.feed = new Feed(reader, READ_EVERY);
    this.observer = new Observer(holdfast.leases(), dataSource, LOOK_EVERY, feed::wake);
    this.refusals = new Refusals(dataSource);
    this.timeline = new Timeline(dataSource);
    this.contention = new Contention(dataSource);
  }

  /**
   * Starts it.
   *
   * @param holdfast for the observer's lease
   * @param dataSource for looking and reading; may be a small pool of its own
   */
  public static Watch start(Holdfast holdfast, DataSource dataSource) {
    Watch watch = new Watch(holdfast, dataSource);
    watch.refusals.start();
    watch.feed.start();
    watch.observer.start();
    return watch;
  }

  /**
   * One that reads and keeps refusals, but never observes: for a service that is to be read-only.
   */
  public static Watch startReading(Holdfast holdfast, DataSource dataSource) {
    Watch watch = new Watch(holdfast, dataSource);
    watch.refusals.start();
    watch.feed.start();
    return watch;
  }

  /**
   * A page of events.
   *
   * @param events those that the filter lets through
   * @param upTo the number to go on after: events up to here were looked at
   */
  public record Page(List<WatchEvent> events, long upTo) {
    public Page {
      events = List.copyOf(events);
    }
  }

  /** Looks at {@code limit} events after this number; empty with {@code upTo = after}: no more. */
  public Page eventsAfter(long after, EventFilter filter, int limit) {
    if (limit < 1 || limit > MOST_EVENTS) {
      throw new InvalidRequestException("a limit is between 1 and " + MOST_EVENTS);
    }
    List<WatchEvent> read = reader.after(after, limit);
    long upTo = read.isEmpty() ? after : read.get(read.size() - 1).seq();
    return new Page(read.stream().filter(filter::lets).toList(), upTo);
  }

  /**
   * Follows events after this number; first a gap if some of them are gone.
   *
   * @param onReady called, on a thread of ours, whenever there is something to take: be quick
   */
  public Subscription subscribe(long after, EventFilter filter, Runnable onReady) {
    if (after < 0) {
      throw new InvalidRequestException("the number of an event is never negative, as " + after);
    }
    return feed.subscribe(after, filter, onReady);
  }

  /** Follows events from now on. */
  public Subscription subscribe(EventFilter filter, Runnable onReady) {
    return feed.subscribeFromNow(0, filter, onReady);
  }

  /** The same, after the last few that there were, counted before the filter. */
  public Subscription subscribeAfterLast(int before, EventFilter filter, Runnable onReady) {
    if (before < 0 || before > MOST_EVENTS) {
      throw new InvalidRequestException("the last 0 to " + MOST_EVENTS + ", not " + before);
    }
    return feed.subscribeFromNow(before, filter, onReady);
  }

  public Timeline timeline() {
    return timeline;
  }

  public Contention contention() {
    return contention;
  }

  public Refusals refusals() {
    return refusals;
  }

  /**
   * How watching goes, for metrics; no round trip.
   *
   * @param observing whether this service is the observer
   * @param subscribers who follow events here
   * @param told events that this service told
   * @param lookTook how long the last look took; null: this service has not looked
   * @param heldBack how far back the last look had to begin; null likewise
   */
  public record Status(
      boolean observing,
      int subscribers,
      long told,
      @Nullable Duration lookTook,
      @Nullable Duration heldBack) {}

  public Status status() {
    Observer.Look last = observer.last();
    return new Status(
        observer.isObserving(),
        feed.size(),
        observer.told(),
        last == null ? null : last.took(),
        last == null ? null : last.heldBack());
  }

  /** How long ago somebody looked; null: nobody ever did. One round trip. */
  public @Nullable Duration lag() {
    Long millis = reader.state().lookedMillisAgo();
    return millis == null ? null : Duration.ofMillis(Math.max(0, millis));
  }

  @Override
  public void close() {
    observer.close();
    feed.close();
    refusals.close();
  }
}
