package dev.holdfast.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where looks begin, and where they end. */
@DisplayName("observing")
class FirstLookTest {
  private static final String HISTORY =
      """
      insert into holdfast.past_lease (
        bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending)
      select 0, 'old/' || i, 1, 'h', now() - interval '3 hours', now() - interval '2 hours',
             now() - interval '2 hours' + i * interval '1 second', 'released'
      from generate_series(1, 7000) i
      """;

  private final WatchLab lab = new WatchLab();

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  @Test
  @DisplayName("begins now: a long history is not told again")
  void first() {
    lab.run(HISTORY);
    lab.acquire("held", "1 hour", "h");
    lab.run("update holdfast.lease set locked_at = now() - interval '1 minute'");
    lab.look();
    lab.look();
    assertThat(lab.told()).isEmpty();
    lab.acquire("new", "1 hour", "h");
    lab.look();
    assertThat(lab.told()).containsExactly("granted new 1 h");
  }

  @Test
  @DisplayName("goes on after a pause: five minutes are made up for, the rest is a gap")
  void pause() {
    lab.look();
    lab.run(
        """
        update holdfast.observer
        set looked_at = now() - interval '2 hours', horizon = now() - interval '2 hours',
            scan_horizon = now() - interval '2 hours', mark_at = now() - interval '2 hours'
        """);
    lab.run(HISTORY.replace("7000", "7199"));
    lab.look();
    assertThat(lab.rows("select kind, detail ->> 'why' from holdfast.observed_event where seq = 1"))
        .containsExactly("gap nobody observed");
    assertThat(lab.told()).hasSizeBetween(250, 300).last().isEqualTo("released old/7199 1 h");
  }

  @Test
  @DisplayName("tells who waits for longer than a second, who gave up, and how long all waited")
  void waits() {
    lab.acquire("shop/1", "1 hour", "web-1");
    lab.run(
        """
        insert into holdfast.waiter (bucket, resource, process, holder, since, expires_at)
        select 0, 'shop/1', gen_random_uuid(), h, now() - s, now() + interval '1 hour'
        from (values ('patient', interval '9 s'), ('lucky', '5 s'), ('new', '0 s')) as w (h, s)
        """);
    lab.look();
    assertThat(waitEvents()).containsExactly("waiting patient web-1", "waiting lucky web-1");
    lab.run("delete from holdfast.waiter where holder <> 'new'");
    lab.rows("select holdfast.force_release('shop/1', 1, 'r', 'me')");
    lab.acquire("shop/1", "1 hour", "lucky");
    lab.look();
    lab.look();
    assertThat(waitEvents().subList(2, waitEvents().size()))
        .filteredOn(event -> !event.contains("new"))
        .containsExactly("gave-up patient lucky");
    double seconds =
        Double.parseDouble(
            lab.rows("select sum(wait_seconds) from holdfast.contention where grp = 'shop'")
                .get(0));
    assertThat(seconds).isBetween(14.0, 60.0);
  }

  private List<String> waitEvents() {
    return lab.rows(
        "select kind, holder, detail ->> 'heldBy' from holdfast.observed_event where phase is null"
            + " and kind in ('waiting', 'gave-up') order by seq");
  }

  @Test
  @DisplayName("forgets what is old or too much, never what the next look needs")
  void forgets() {
    lab.run(
        """
        insert into holdfast.observed_event (seq, told_at, at, kind)
        select i, now() - (200 - i) * interval '15 minutes' + interval '5 minutes', now(), 'released'
        from generate_series(1, 200) i
        """);
    lab.run("update holdfast.observer set last_seq = 200");
    assertThat(forget(50)).isEqualTo(50);
    assertThat(forget(1_000)).isEqualTo(53);
    assertThat(lab.rows("select pruned_seq from holdfast.observer")).containsExactly("103");
    lab.run("update holdfast.observer set most_events = 10");
    assertThat(forget(1_000)).isEqualTo(87);
    lab.run("update holdfast.observed_event set told_at = now()");
    lab.run("update holdfast.observer set most_events = 1");
    assertThat(forget(1_000)).isZero();
    assertThat(lab.rows("select min(seq), count(*) from holdfast.observed_event"))
        .containsExactly("191 10");
  }

  private int forget(int limit) {
    return Integer.parseInt(lab.rows("select holdfast.forget_observed(?)", limit).get(0));
  }
}
