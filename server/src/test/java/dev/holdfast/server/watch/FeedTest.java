package dev.holdfast.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("who follows events")
class FeedTest {
  private final WatchLab lab = new WatchLab();
  private final Feed feed = new Feed(new EventReader(lab.dataSource()), Duration.ofMillis(50));

  @BeforeEach
  void start() {
    feed.start();
  }

  @AfterEach
  void close() throws Exception {
    feed.close();
    lab.close();
  }

  /** Events without an observer, with numbers from {@code first} to {@code last}. */
  private void tell(int first, int last) {
    lab.run(
        """
        insert into holdfast.observed_event (seq, told_at, at, kind, resource, fence, holder)
        select i, now(), now(), 'granted', case i % 2 when 0 then 'even/' else 'odd/' end || i, 1, 'h'
        from generate_series(?, ?) i
        """,
        first, last);
    lab.run("update holdfast.observer set last_seq = ?", last);
  }

  private static List<Long> take(Subscription subscription, int count) {
    List<Long> taken = new ArrayList<>();
    WatchLab.until(
        count + " events",
        () -> {
          subscription.take(100).forEach(event -> taken.add(event.seq()));
          return taken.size() >= count;
        });
    return taken;
  }

  @Test
  @DisplayName("gets what is new, all in order, and is told that there is something")
  void followsNew() {
    tell(1, 3);
    AtomicInteger called = new AtomicInteger();
    Subscription one = feed.subscribe(3, EventFilter.all(), called::incrementAndGet);
    Subscription other = feed.subscribe(3, EventFilter.all(), () -> {});
    tell(4, 6);
    assertThat(take(one, 3)).containsExactly(4L, 5L, 6L);
    assertThat(take(other, 3)).containsExactly(4L, 5L, 6L);
    WatchLab.until("it is told", () -> called.get() > 0);
    tell(7, 7);
    assertThat(take(one, 1)).containsExactly(7L);
    other.close();
    WatchLab.until("it is forgotten", () -> feed.size() == 1);
  }

  @Test
  @DisplayName("comes back with a number and misses nothing, then goes on with the others")
  void resumes() {
    tell(1, 1_800);
    Subscription live = feed.subscribe(1_800, EventFilter.all(), () -> {});
    Subscription back = feed.subscribe(5, EventFilter.all(), () -> {});
    List<Long> taken = take(back, 1_795);
    tell(1_801, 1_802);
    taken.addAll(take(back, 2));
    assertThat(taken).hasSize(1_797).isSorted().doesNotHaveDuplicates().last().isEqualTo(1_802L);
    assertThat(take(live, 2)).containsExactly(1_801L, 1_802L);
  }

  @Test
  @DisplayName("gets only what it may see, and all it may see")
  void filtered() {
    Subscription even = feed.subscribe(0, new EventFilter("", List.of("even/")), () -> {});
    Subscription four = feed.subscribe(0, new EventFilter("even/4", List.of("even/")), () -> {});
    Subscription none = feed.subscribe(0, new EventFilter("odd/", List.of("even/")), () -> {});
    tell(1, 6);
    assertThat(take(even, 3)).containsExactly(2L, 4L, 6L);
    assertThat(take(four, 1)).containsExactly(4L);
    assertThat(none.take(10)).isEmpty();
  }

  @Test
  @DisplayName("is told of a gap first when what it asks for is gone, or was never here")
  void gaps() {
    tell(1, 20);
    lab.run("delete from holdfast.observed_event where seq <= 12");
    lab.run("update holdfast.observer set pruned_seq = 12");
    Subscription late = feed.subscribe(2, EventFilter.all(), () -> {});
    List<WatchEvent> first = new ArrayList<>();
    WatchLab.until("a gap", () -> first.addAll(late.take(1)));
    assertThat(first.get(0).kind()).isEqualTo("gap");
    assertThat(first.get(0).seq()).isEqualTo(12);
    assertThat(first.get(0).sentence()).contains("10 events are missing here");
    assertThat(take(late, 8)).containsExactly(13L, 14L, 15L, 16L, 17L, 18L, 19L, 20L);

    Subscription stranger = feed.subscribe(7_000, EventFilter.all(), () -> {});
    WatchLab.until("a gap", () -> first.addAll(stranger.take(1)));
    assertThat(first.get(1).kind()).isEqualTo("gap");
    assertThat(first.get(1).seq()).isEqualTo(20);
  }

  @Test
  @DisplayName("is dropped, with a reason, when it falls too far behind; nobody else is")
  void slow() {
    tell(1, 1);
    Subscription slow = feed.subscribe(1, EventFilter.all(), () -> {});
    Subscription quick = feed.subscribe(1, EventFilter.all(), () -> {});
    WatchLab.until("both follow", () -> slow.position() == 1 && quick.position() == 1);
    for (int i = 0; i < 4; i++) {
      tell(2 + 300 * i, 301 + 300 * i);
      assertThat(take(quick, 300)).hasSize(300);
    }
    WatchLab.until("it is dropped", () -> slow.end() != null);
    assertThat(slow.end()).contains("behind");
    assertThat(take(slow, Subscription.CAPACITY)).hasSize(1_000).last().isEqualTo(1_001L);
    assertThat(quick.end()).isNull();
  }

  @Test
  @DisplayName("is told when the service stops")
  void stops() {
    Subscription subscription = feed.subscribe(0, EventFilter.all(), () -> {});
    feed.close();
    assertThat(subscription.end()).contains("stops");
  }
}
