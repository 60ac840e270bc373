package dev.holdfast.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.InvalidRequestException;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("timeline, contention, refusals")
class WatchReadsTest {
  private static final List<String> ALL = List.of("");

  private final WatchLab lab = new WatchLab();
  private final Instant now = Instant.now();

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  @Test
  @DisplayName("every statement of WatchSql prepares against the migrated schema")
  void statements() throws Exception {
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (Field field : WatchSql.class.getDeclaredFields()) {
        if (field.getType() == String.class) {
          String sql = String.valueOf(field.get(null));
          for (int no = 1; sql.contains("?"); no++) {
            sql = sql.replaceFirst("\\?", "\\$" + no);
          }
          statement.execute("prepare " + field.getName() + " as " + sql);
        }
      }
    }
  }

  @Test
  @DisplayName("show the leases of a time, ended and running, those in trouble first")
  void timeline() {
    lab.release("calm/1", lab.acquire("calm/1", "1 minute", "a"));
    lab.release("calm/1", lab.acquire("calm/1", "1 minute", "b"));
    lab.acquire("run/1", "1 minute", "c");
    lab.acquire("bad/1", "1 minute", "d");
    lab.rows("select holdfast.force_release('bad/1', 1, 'why', 'admin')");
    Timeline timeline = new Timeline(lab.dataSource());
    Instant from = now.minus(1, ChronoUnit.HOURS);
    Instant to = now.plus(1, ChronoUnit.HOURS);
    List<Timeline.Lane> lanes = timeline.between(from, to, EventFilter.all(), 10);
    assertThat(lanes)
        .extracting(Timeline.Lane::resource)
        .containsExactly("bad/1", "calm/1", "run/1");
    Hold.Ended ended = lanes.get(0).holds().get(0).ended();
    assertThat(ended).isNotNull();
    assertThat(ended.kind() + ended.by() + ended.reason()).isEqualTo("forcedadminwhy");
    assertThat(lanes.get(1).holds()).extracting(Hold::holder).containsExactly("a", "b");
    assertThat(lanes.get(2).holds().get(0).ended()).isNull();
    assertThat(timeline.between(from, to, EventFilter.all(), 1)).hasSize(1);
    assertThat(lanes.get(0).tail(lanes.get(0).holds().get(0))).isNull();
    lab.rows(
        "select holdfast.report_incidents(array[-5000::bigint], array['stale-write'],"
            + " array['bad/1'], array[1::bigint], array['d'], array['refused'])");
    Timeline.Lane bad = timeline.between(from, to, EventFilter.all(), 1).get(0);
    assertThat(bad.incidents()).extracting(Incident::kind).containsExactly("stale-write");
    assertThat(bad.tail(bad.holds().get(0)))
        .isEqualTo(new Hold.Tail(bad.incidents().get(0).at(), "stale-write"));
    assertThat(timeline.between(from, to, new EventFilter("", List.of("run/", "bad/")), 10))
        .extracting(Timeline.Lane::resource)
        .containsExactly("bad/1", "run/1");
    assertThat(timeline.between(from, to, new EventFilter("calm/", List.of("run/")), 10)).isEmpty();
    assertThat(timeline.between(from, from.plusSeconds(60), EventFilter.all(), 10)).isEmpty();
    assertThatThrownBy(() -> timeline.between(to, from, EventFilter.all(), 10))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  @DisplayName("add up waiting and refusals by group and step, of groups that may be seen whole")
  void contention() {
    lab.run(
        """
        insert into holdfast.contention (minute, grp, wait_seconds, refusals)
        select date_trunc('minute', ?::timestamptz) - i * interval '1 minute', g, i, 1
        from generate_series(1, 4) i, unnest(array['shop', 'bank']) g
        """,
        now.toString());
    Contention contention = new Contention(lab.dataSource());
    Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
    Duration two = Duration.ofMinutes(2);
    Contention.HeatMap map =
        contention.between(minute.minus(4, ChronoUnit.MINUTES), minute, two, ALL);
    assertThat(map.groups()).extracting(Contention.Group::name).containsExactly("bank", "shop");
    assertThat(map.groups().get(0).refusals()).hasSize(2);
    assertThat(map.groups().get(0).waitSeconds().get(0)).isGreaterThanOrEqualTo(5.0);
    assertThat(contention.between(minute.minusSeconds(240), minute, two, List.of("sho")).groups())
        .extracting(Contention.Group::name)
        .containsExactly("shop");
    assertThat(
            contention.between(minute.minusSeconds(240), minute, two, List.of("shop/1")).groups())
        .isEmpty();
    assertThatThrownBy(
            () -> contention.between(minute.minusSeconds(240), minute, Duration.ofSeconds(7), ALL))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  @DisplayName("keep a refusal with who had it and who waited then, and tell it once")
  void refusals() {
    lab.look();
    lab.acquire("shop/1", "1 hour", "web-1");
    lab.run(
        "insert into holdfast.waiter (bucket, resource, process, holder, since, expires_at) values"
            + " (0, 'shop/1', gen_random_uuid(), 'patient', now(), now() + interval '1 hour')");
    UUID id;
    try (Refusals refusals = new Refusals(lab.dataSource())) {
      Refusal.HeldBy heldBy = new Refusal.HeldBy("web-1", 1, now, now.plusSeconds(3600));
      Refusal.Asked asked =
          new Refusal.Asked("shop/1", "held", "'; drop <b>", heldBy, Duration.ofMillis(1_500));
      id = refusals.record(asked);
      assertThat(refusals.find(id)).map(Refusal::asked).contains(asked);
      refusals.record(new Refusal.Asked("bank/1", "held", "x", null, Duration.ZERO));
      refusals.start();
      WatchLab.until("they are written", () -> refusals.pending() == 0);
      Refusal kept = refusals.find(id).orElseThrow();
      assertThat(kept.asked().holder()).isEqualTo("'; drop <b>");
      assertThat(kept.waiters()).extracting(Refusal.Waiting::holder).containsExactly("patient");
      assertThat(kept.stillHeld()).isTrue();
      assertThat(kept.sentence()).contains("shop/1").contains("web-1 had it").contains("fence 1");
      assertThat(refusals.list(null, ALL, null, 10)).hasSize(2);
      assertThat(refusals.list(null, List.of("shop/"), null, 10)).containsExactly(kept);
      assertThat(refusals.list("bank/1", ALL, null, 10)).hasSize(1);
      Refusal first = refusals.list(null, ALL, null, 1).get(0);
      assertThat(refusals.list(null, ALL, new Refusals.Position(first.at(), first.id()), 10))
          .hasSize(1)
          .doesNotContain(first);
      assertThat(refusals.find(UUID.randomUUID())).isEmpty();
    }
    lab.look();
    lab.look();
    assertThat(lab.rows("select resource from holdfast.observed_event where kind = 'refused'"))
        .containsExactlyInAnyOrder("shop/1", "bank/1");
    assertThat(lab.rows("select sum(refusals) from holdfast.contention")).containsExactly("2");
  }
}
