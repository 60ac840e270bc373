package dev.holdfast.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What holdfast.observe tells: each start and end of a lease once, whatever commits when. Without
 * slack, so that milliseconds are as good as seconds: transactions here have their id before they
 * read a clock.
 */
@DisplayName("a look")
class LookTest {
  private final WatchLab lab = new WatchLab();

  @BeforeEach
  void firstLook() throws SQLException {
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create or replace function holdfast.slack() returns interval"
              + " language sql immutable as $$ select interval '0' $$");
    }
    lab.look();
  }

  @AfterEach
  void close() throws Exception {
    assertThat(lab.rows("select seq from holdfast.observed_event order by seq"))
        .as("numbers without holes")
        .isEqualTo(lab.rows("select generate_series(1, last_seq) from holdfast.observer"));
    lab.close();
  }

  @Test
  @DisplayName("tells a lease that came and went since the last one, from start to end")
  void cameAndWent() {
    String token = lab.acquire("x", "1 minute", "one");
    lab.release("x", token);
    lab.acquire("x", "1 minute", "two");
    lab.look();
    lab.look();
    assertThat(lab.told())
        .containsExactly("granted x 1 one", "released x 1 one", "granted x 2 two");
  }

  @Test
  @DisplayName("does not need to read all leases to tell those that came and went")
  void withoutScan() {
    lab.release("x", lab.acquire("x", "1 minute", "one"));
    lab.acquire("y", "1 minute", "two");
    lab.look(false, 100);
    assertThat(lab.told()).containsExactly("granted x 1 one", "released x 1 one");
    lab.look(true, 100);
    assertThat(lab.told()).hasSize(3).contains("granted y 1 two");
  }

  @Test
  @DisplayName("tells what was committed long after it happened, once")
  void commitsLate() throws SQLException {
    Connection late = lab.transaction();
    WatchLab.release(late, "late", WatchLab.acquire(late, "late", "1 minute", "slow"));
    for (int i = 0; i < 3; i++) {
      lab.release("quick", lab.acquire("quick", "1 minute", "q" + i));
      lab.look();
      lab.look();
    }
    assertThat(lab.told()).hasSize(6).noneMatch(told -> told.contains("late"));
    late.commit();
    lab.look();
    lab.look();
    assertThat(lab.told()).hasSize(8).endsWith("granted late 1 slow", "released late 1 slow");
  }

  @Test
  @DisplayName("loses nothing and tells nothing twice, in whatever order transactions commit")
  void anyOrderOfCommits() throws SQLException {
    Random random = new Random(42);
    List<Connection> open = new ArrayList<>();
    int leases = 0;
    for (int round = 0; round < 40; round++) {
      Connection transaction = lab.transaction();
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        String name = "r/" + leases++;
        String token = WatchLab.acquire(transaction, name, "1 minute", "h");
        if (random.nextBoolean()) {
          WatchLab.release(transaction, name, token);
        }
      }
      open.add(transaction);
      Collections.shuffle(open, random);
      if (open.size() > 8) {
        open.remove(0).commit();
      }
      lab.look(random.nextInt(3) == 0, 2_000);
    }
    for (Connection transaction : open) {
      transaction.commit();
    }
    lab.look();
    List<String> told = lab.told();
    assertThat(told).doesNotHaveDuplicates();
    assertThat(told.stream().filter(each -> each.startsWith("granted"))).hasSize(leases);
    assertThat(told.stream().filter(each -> each.startsWith("released")).count())
        .isEqualTo(Long.parseLong(lab.rows("select count(*) from holdfast.past_lease").get(0)));
    for (int i = 0; i < leases; i++) {
      String name = " r/" + i + " ";
      assertThat(told.stream().filter(each -> each.contains(name)).findFirst().orElseThrow())
          .startsWith("granted");
    }
  }

  @Test
  @DisplayName("tells that a lease ran out, and that the next one took it over")
  void takenOver() {
    lab.acquire("x", "10 milliseconds", "dead");
    WatchLab.until(
        "it ran out",
        () -> {
          lab.look();
          return lab.told().contains("expired x 1 dead");
        });
    lab.acquire("x", "1 minute", "heir");
    lab.look();
    assertThat(lab.told())
        .containsExactly("granted x 1 dead", "expired x 1 dead", "taken-over x 2 heir");
    assertThat(lab.rows("select detail ->> 'from' from holdfast.observed_event where seq = 3"))
        .containsExactly("dead");
  }

  @Test
  @DisplayName("tells a takeover also where fences that were promised are left out")
  void takenOverFromWhoWasPromisedMore() {
    lab.acquire("x", "10 milliseconds", "dead");
    lab.run("update holdfast.lease set promised = 65");
    WatchLab.until("it is taken over", () -> !lab.acquire("x", "1 minute", "heir").equals("null"));
    lab.look();
    assertThat(lab.told())
        .containsExactly("granted x 1 dead", "expired x 1 dead", "taken-over x 66 heir");
  }

  @Test
  @DisplayName("tells the end of a lease that ran out with the start of the next one")
  void endWithSuccessor() {
    lab.acquire("x", "10 milliseconds", "dead");
    WatchLab.until("it is taken over", () -> !lab.acquire("x", "1 minute", "heir").equals("null"));
    // looks that did not read the leases: the row of the expired one is older than the next begins
    lab.run("update holdfast.observer set horizon = clock_timestamp()");
    lab.rows("select holdfast.force_release('x', 2, 'test', 'me')");
    lab.look(false, 100);
    assertThat(lab.told())
        .containsExactly(
            "granted x 1 dead", "expired x 1 dead", "taken-over x 2 heir", "forced x 2 heir");
  }

  @Test
  @DisplayName("tells a forced release with who and why, also of a lease that had run out")
  void forced() {
    lab.acquire("x", "10 milliseconds", "dead");
    WatchLab.until(
        "it ran out",
        () -> {
          lab.look();
          return lab.told().contains("expired x 1 dead");
        });
    lab.rows("select holdfast.force_release('x', 1, 'it hangs', 'admin')");
    lab.look();
    assertThat(lab.told()).last().isEqualTo("forced x 1 dead");
    assertThat(
            lab.rows(
                "select detail ->> 'by', detail ->> 'reason' from holdfast.observed_event"
                    + " where kind = 'forced'"))
        .containsExactly("admin it hangs");
  }

  @Test
  @DisplayName("goes on with a clock that was set back, and with ids of another history")
  void clockAndHistory() {
    lab.run(
        "update holdfast.observer set horizon = now() + interval '1 hour',"
            + " looked_at = now() + interval '1 hour',"
            + " scan_horizon = now() + interval '1 hour', mark_at = now() + interval '1 hour'");
    lab.release("x", lab.acquire("x", "1 minute", "one"));
    lab.look();
    assertThat(lab.told()).hasSize(2);
    lab.run("update holdfast.observer set mark_xid = '9999999999'");
    lab.release("y", lab.acquire("y", "1 minute", "one"));
    lab.look();
    lab.look();
    assertThat(lab.told()).hasSize(4);
    assertThat(
            lab.rows("select mark_xid < '9999999999' and horizon <= now() from holdfast.observer"))
        .containsExactly("t");
  }

  @Test
  @DisplayName("tells what is too much at once by and by, in order")
  void byAndBy() {
    lab.rows(
        "select holdfast.acquire('r/' || lpad(i::text, 3, '0')) from generate_series(1, 100) i");
    for (int i = 0; i < 10; i++) {
      lab.look(true, 10);
    }
    assertThat(lab.told()).hasSize(100).isSorted();
    assertThat(lab.rows("select 1 from holdfast.observed_event where kind = 'gap'")).isEmpty();
  }

  @Test
  @DisplayName("tells what came and went, and is too much at once, by and by from start to end")
  void cameAndWentByAndBy() {
    for (int i = 10; i < 40; i++) {
      lab.release("r/" + i, lab.acquire("r/" + i, "1 minute", "h"));
    }
    for (int i = 0; i < 6; i++) {
      lab.look(true, 5);
    }
    assertThat(lab.told()).hasSize(60).startsWith("granted r/10 1 h", "released r/10 1 h");
    assertThat(lab.rows("select 1 from holdfast.observed_event where kind = 'gap'")).isEmpty();
  }

  @Test
  @DisplayName("gives up what it could not tell within 15 seconds, and says how much that is")
  void tooMuch() {
    lab.run("update holdfast.observer set horizon = now() - interval '1 minute'");
    lab.run(
        """
        insert into holdfast.past_lease (
          bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending)
        select 0, 'r/' || i, 1, 'h', now() - interval '50 seconds', now(),
               now() - (50 - i) * interval '1 second', 'released'
        from generate_series(1, 30) i
        """);
    lab.look(true, 10);
    assertThat(lab.told()).hasSize(10).allMatch(told -> told.startsWith("released"));
    assertThat(
            lab.rows("select detail ->> 'leases' from holdfast.observed_event where kind = 'gap'"))
        .containsExactly("20");
    lab.look();
    assertThat(lab.told()).hasSize(10);
  }
}
