package dev.holdfast.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
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
    UUID process = UUID.randomUUID();
    // The new one begins to wait in a minute: however slow this machine is, it is new in a look.
    report(process, "patient 1 9, lucky 2 5, new 3 -60");
    lab.look();
    assertThat(waitEvents()).containsExactly("waiting patient web-1", "waiting lucky web-1");
    assertThat(lab.rows("select holdfast.waiting()")).containsExactly("3");
    lab.rows("select holdfast.force_release('shop/1', 1, 'r', 'me')");
    lab.acquire("shop/1", "1 hour", "lucky");
    lab.run("delete from holdfast.wait_report");
    lab.look();
    lab.look();
    assertThat(waitEvents()).hasSize(3).last().isEqualTo("gave-up patient lucky");
    double seconds =
        Double.parseDouble(
            lab.rows("select sum(wait_seconds) from holdfast.contention where grp = 'shop'")
                .get(0));
    assertThat(seconds).isBetween(14.0, 60.0);
  }

  /** Holder, number and seconds of each wait. */
  private void report(UUID process, String waits) {
    lab.run(
        """
        insert into holdfast.wait_report (process, reported_at, expires_at, waits, more)
        select ?, now(), now() + interval '1 hour', jsonb_agg(jsonb_build_object(
          'n', w[2]::int, 'resource', 'shop/1', 'holder', w[1],
          'since', (extract(epoch from now()) * 1000)::bigint - w[3]::int * 1000)), 0
        from (select string_to_array(w, ' ') as w from unnest(string_to_array(?, ', ')) w) w
        """,
        process,
        waits);
  }

  @Test
  @DisplayName("takes the place of a process that reports nothing for a wait, after five seconds")
  void places() {
    UUID process = UUID.randomUUID();
    lab.run(
        """
        insert into holdfast.waiter (bucket, resource, process, holder, since, expires_at)
        select 0, 'shop/' || s, ?, 'h' || s, now() - s * interval '1 second', now() + interval '1 h'
        from (values (-60), (9)) w (s)
        """,
        process);
    lab.look();
    assertThat(waitEvents()).containsExactly("waiting h9 null");
    lab.run("update holdfast.waiter set resource = 'shop/1' where holder = 'h9'");
    report(process, "h9 1 0");
    lab.look();
    lab.run("delete from holdfast.waiter");
    lab.look();
    assertThat(waitEvents()).containsExactly("waiting h9 null", "gave-up h9 null");
  }

  @Test
  @DisplayName("tells incidents and deeds once")
  void incidents() {
    lab.look();
    lab.rows(
        "select holdfast.report_incidents(array[5::bigint], array['lost'], array['x'],"
            + " array[3::bigint], array['h'], array['paused'])");
    lab.rows("select holdfast.record_deed('backend-cancelled', 'admin', 'stuck', 'pid 4711')");
    lab.look();
    lab.look();
    assertThat(
            lab.rows(
                "select kind, resource, fence, detail ->> 'detail' from holdfast.observed_event"
                    + " order by kind"))
        .containsExactly("backend-cancelled null null pid 4711", "lost x 3 paused");
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
