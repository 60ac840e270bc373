package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A release and the grant that follows it within the process are one step. */
class PassingTest {

  private static final String ACQUIRE =
      """
      select a.outcome || ' ' || a.fence
      from holdfast.acquire_leases(
        0, gen_random_uuid(), false, array[?], array[sha256(uuid_send(?::uuid))], array[60000],
        array['me'], array['{"a": "1"}'], null, false) a
      """;

  private static final String PASS =
      """
      select p.part || ' ' || p.no || ' ' || p.outcome || ' ' || coalesce(p.fence, 0)
      from holdfast.pass_leases(
        0, ?::uuid, ?::text[], ?::bigint[], ?::uuid[],
        array(select sha256(uuid_send(t)) from unnest(?::uuid[]) t),
        array_fill(60000::bigint, array[cardinality(?::text[])]),
        array_fill('you'::text, array[cardinality(?::text[])]), null, ?::integer[], ?) p
      order by p.no, p.part desc
      """;

  private static final String PROCESS = "11111111-1111-1111-1111-111111111111";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  private static String token(String end) {
    return "00000000-0000-0000-0000-00000000000" + end;
  }

  private static String tokens(String... ends) {
    return Stream.of(ends).map(PassingTest::token).collect(Collectors.joining(",", "{", "}"));
  }

  private void acquire(String resource, String token) {
    lab.sql().run(ACQUIRE, resource, token(token));
  }

  private List<@Nullable String> pass(String resources, String fences, String from, String to) {
    return lab.sql()
        .column(PASS, PROCESS, resources, fences, from, to, resources, resources, null, false);
  }

  private List<@Nullable String> past() {
    return lab.sql()
        .column(
            "select resource || ' ' || fence || ' ' || holder || ' ' || ending || ' '"
                + " || coalesce(attributes ->> 'a', '-') from holdfast.past_lease order by 1");
  }

  @Test
  @DisplayName("L7 L8: what is passed on has a new holder and fence, and its past in the history")
  void passed() {
    acquire("a", "1");
    acquire("b", "2");
    assertThat(pass("{a,b}", "{1,1}", tokens("1", "2"), tokens("3", "4")))
        .containsExactly("pass 1 passed 2", "pass 2 passed 2");
    assertThat(past()).containsExactly("a 1 me released 1", "b 1 me released 1");
    assertThat(
            lab.sql()
                .column(
                    "select resource || ' ' || fence || ' ' || holder || ' ' || (token_hash ="
                        + " sha256(uuid_send(?::uuid))) || ' ' || process from holdfast.lease"
                        + " where resource = 'a'",
                    token("3")))
        .containsExactly("a 2 you true " + PROCESS);
  }

  @Test
  @DisplayName("L5: only the token passes a lease on; what can't be passed goes the long way")
  void rest() {
    acquire("mine", "1");
    acquire("others", "2");
    assertThat(
            pass("{mine,others,new}", "{1,1,NULL}", tokens("1", "9", "9"), tokens("3", "4", "5")))
        .containsExactly(
            "pass 1 passed 2",
            "release 2 lost 1",
            "acquire 2 held 1",
            "release 3 lost 0",
            "acquire 3 granted 1");
    assertThat(past()).containsExactly("mine 1 me released 1");
  }

  @Test
  @DisplayName("L13: the same again after a lost answer: the same fence, one line of history")
  void repeated() {
    acquire("a", "1");
    pass("{a}", "{1}", tokens("1"), tokens("2"));
    assertThat(pass("{a}", "{1}", tokens("1"), tokens("2")))
        .containsExactly("release 1 released 2", "acquire 1 granted 2");
    assertThat(past()).containsExactly("a 1 me released 1");
  }

  @Test
  @DisplayName("L3: a guarded transaction in flight is not overtaken: released, not granted")
  void guarded() throws SQLException {
    acquire("a", "1");
    try (Connection writer = lab.dataSource().getConnection()) {
      writer.setAutoCommit(false);
      Sql.column(writer, "select holdfast.guard('a', 1, ?::uuid)::text", token("1"));
      assertThat(pass("{a}", "{1}", tokens("1"), tokens("2")))
          .containsExactly("release 1 released 1", "acquire 1 busy 1");
      writer.commit();
    }
    assertThat(pass("{a}", "{1}", tokens("1"), tokens("2")))
        .containsExactly("release 1 released 1", "acquire 1 granted 2");
  }

  @Test
  @DisplayName("L6: a lease that ran out is not passed on, it ended when it ran out")
  void expired() {
    acquire("a", "1");
    lab.sql().run("update holdfast.lease set locked_until = now() - interval '1 second'");
    assertThat(pass("{a}", "{1}", tokens("1"), tokens("2")))
        .containsExactly("release 1 lost 1", "acquire 1 granted 2");
    assertThat(past()).containsExactly("a 1 me expired 1");
  }

  @Test
  @DisplayName("who gets a lease that was passed on gives up its place in the queue")
  void place() {
    acquire("a", "1");
    lab.sql()
        .run(
            "insert into holdfast.waiter values (0, 'a', ?::uuid, 'you', now(), now() + interval"
                + " '5 s')",
            PROCESS);
    lab.sql()
        .column(PASS, PROCESS, "{a}", "{1}", tokens("1"), tokens("2"), "{a}", "{a}", "{1}", true);
    assertThat(lab.sql().number("select count(*) from holdfast.waiter")).isZero();
  }

  @Test
  @DisplayName("L10: a renewal elsewhere at the same instant loses nothing")
  void renewedMeanwhile() {
    acquire("a", "1");
    for (int fence = 1; fence <= 25; fence++) {
      String fences = "{" + fence + "}";
      String from = tokens(fence % 2 == 1 ? "1" : "2");
      String to = tokens(fence % 2 == 1 ? "2" : "1");
      Crowd.of(2)
          .run(
              no -> {
                if (no == 0) {
                  renewOften(from);
                } else {
                  passUntilDone(fences, from, to);
                }
              });
    }
    assertThat(past()).hasSize(25);
    assertThat(lab.sql().number("select fence from holdfast.lease")).isEqualTo(26);
  }

  /** A row that a renewal has locked right now is busy. */
  private void passUntilDone(String fences, String from, String to) {
    for (int i = 0; i < 200; i++) {
      String answer = pass("{a}", fences, from, to).toString();
      if (answer.contains("passed") || answer.contains("granted")) {
        return;
      }
      assertThat(answer).contains("release 1 busy");
    }
    throw new AssertionError("never passed on");
  }

  private void renewOften(String token) throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      for (int i = 0; i < 5; i++) {
        Sql.column(
            connection,
            "select outcome from holdfast.renew_leases(0, '{a}', '{null}', ?::uuid[], '{60000}',"
                + " '{true}')",
            token);
      }
    }
  }

  @Test
  @DisplayName("close and acquire again: both are told by the first answer, fences rise")
  void closeAndAcquire() {
    Queue<LeaseReleased> released = new ConcurrentLinkedQueue<>();
    AtomicInteger sent = new AtomicInteger();
    HoldfastSettings settings =
        HoldfastSettings.defaults()
            .withListener(
                event -> {
                  if (event instanceof LeaseReleased each) {
                    released.add(each);
                  } else if (event instanceof BatchSent batch) {
                    sent.addAndGet(batch.releases());
                  }
                });
    Leases leases = lab.open(settings).leases();
    for (int fence = 1; fence <= 50; fence++) {
      Lease lease = leases.acquire("mine");
      assertThat(lease.fence()).isEqualTo(fence);
      lease.close();
    }
    leases.acquire("mine").release();
    Await.until("each of them is sent", () -> sent.get() >= 51);
    assertThat(sent).as("and once").hasValue(51);
    assertThat(released).hasSize(51).allMatch(LeaseReleased::inTime);
    assertThat(released).extracting(LeaseReleased::fence).doesNotHaveDuplicates();
    assertThat(past()).hasSize(51).allMatch(line -> String.valueOf(line).contains("released"));
  }

  @Test
  @DisplayName("L3: many who take turns at a few resources, by close and by release, lose nothing")
  void crowd() {
    Leases leases = lab.open().leases();
    long[] unsafe = new long[3];
    int turns = 40;
    Crowd.of(24)
        .run(
            no -> {
              for (int i = 0; i < turns; i++) {
                int which = (no + i) % unsafe.length;
                LeaseOptions patient = LeaseOptions.defaults().withWait(LONG);
                Lease lease = leases.acquire("few/" + which, patient);
                unsafe[which] = unsafe[which] + 1;
                if ((no + i) % 2 == 0) {
                  lease.close();
                } else {
                  assertThat(lease.release()).isTrue();
                }
              }
            });
    assertThat(unsafe[0] + unsafe[1] + unsafe[2]).isEqualTo(24L * turns);
    assertThat(
            lab.sql().number("select sum(fence) from holdfast.lease where resource like 'few/%'"))
        .isEqualTo(24L * turns);
  }
}
