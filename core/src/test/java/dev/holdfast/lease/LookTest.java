package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Batch.Part;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What another was seen to have is looked at before it is tried for. */
class LookTest {

  private static final String CALL =
      """
      select a.outcome || ' ' || a.fence || ' ' || coalesce(a.holder, '-')
      from holdfast.%s(
        0, gen_random_uuid(), false, array['x'], array[sha256(uuid_send(?::uuid))], array[60000],
        array['me'], array[null], null, false) a
      """;

  private static final String ONE = "00000000-0000-0000-0000-000000000001";
  private static final String TWO = "00000000-0000-0000-0000-000000000002";
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final LeaseOptions TRY = LeaseOptions.defaults().withWait(Duration.ZERO);

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  private List<@Nullable String> acquire(String token) {
    return lab.sql().column(CALL.formatted("acquire_leases"), token);
  }

  private List<@Nullable String> look(String token) {
    return lab.sql().column(CALL.formatted("look_then_acquire"), token);
  }

  @Test
  @DisplayName("L2: a look says who has it, and gets what is free, new, expired or asked for again")
  void lookAnswersAsAcquireDoes() {
    lab.open().close(); // the schema
    assertThat(look(ONE)).containsExactly("granted 1 -");
    assertThat(look(TWO)).containsExactly("held 1 me");
    assertThat(look(ONE)).as("the same request again").containsExactly("granted 1 -");
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp() - interval '1 hour'");
    assertThat(look(TWO)).as("expired").containsExactly("granted 2 -");
    assertThat(acquire(ONE)).isEqualTo(look(ONE)).containsExactly("held 2 me");
    lab.sql().run("select holdfast.release_leases(0, false, '{x}', '{2}', array[?::uuid])", TWO);
    assertThat(look(ONE)).as("free").containsExactly("granted 3 -");
  }

  @Test
  @DisplayName("L3: a look in a snapshot of long ago is refused")
  void oldSnapshot() {
    lab.open().close(); // the schema
    look(ONE); // so that the look alone could answer
    assertThatThrownBy(
            () ->
                lab.sql()
                    .run(
                        "begin isolation level repeatable read;"
                            + CALL.formatted("look_then_acquire").replace("?", "'" + TWO + "'")))
        .hasMessageContaining("READ COMMITTED");
  }

  @Test
  @DisplayName("a try for what another was seen to have is a look, as long as it may have it")
  void lane() {
    Lane lane = new Lane(0);
    assertThat(parts(lane, "x")).containsExactly(Part.ACQUIRE);
    lane.sightings.saw("x", LONG, System.nanoTime());
    assertThat(parts(lane, "x")).containsExactly(Part.LOOK);
    assertThat(parts(lane, "x", "x")).as("one question").containsExactly(Part.LOOK);
    assertThat(parts(lane, "x", "y")).containsExactly(Part.ACQUIRE);
    lane.sightings.saw("x", LONG, System.nanoTime() - LONG.toNanos());
    assertThat(parts(lane, "x")).as("it may have ended").containsExactly(Part.ACQUIRE);
    lane.sightings.saw("x", LONG, System.nanoTime());
    lane.sightings.forget("x");
    assertThat(parts(lane, "x")).as("it was granted").containsExactly(Part.ACQUIRE);
  }

  @Test
  @DisplayName("only the last few that others were seen to have are remembered")
  void fewAreRemembered() {
    Sightings sightings = new Sightings();
    long now = System.nanoTime();
    for (int i = 0; i < 257; i++) {
      sightings.saw("instance/" + i, LONG, now);
      sightings.saw("hot", LONG, now);
    }
    assertThat(sightings.has("instance/0", now)).isFalse();
    assertThat(sightings.has("instance/256", now)).isTrue();
    assertThat(sightings.has("hot", now)).isTrue();
  }

  private static Set<Part> parts(Lane lane, String... resources) {
    for (String resource : resources) {
      lane.add(new Acquisition(List.of(resource), TRY, Caller.NOBODY), System.nanoTime());
    }
    return lane.next(System.nanoTime()).parts();
  }

  @Test
  @DisplayName("L2: who is refused again and again makes the database look, and gets it when free")
  void refusedAgainAndAgain() {
    lab.sql()
        .run(
            """
            do $$ begin
              execute format(
                'alter database %I set track_functions = ''all''', current_database());
            end $$
            """);
    Holdfast one = lab.open("one");
    Lease held = one.leases().acquire("x");
    Holdfast two = lab.open("two");
    for (int i = 0; i < 10; i++) {
      assertThat(two.leases().tryAcquire("x")).isEmpty();
    }
    held.release();
    assertThat(two.leases().tryAcquire("x")).isPresent();
    assertThat(two.leases().tryAcquire("x")).as("now its own").isEmpty();
    one.close(); // whose connections then tell what they called
    two.close();
    Await.until("ten looks", () -> calls("look_then_acquire") == 10);
    // one's, the first try, within the last look, the last try
    Await.until("four acquisitions", () -> calls("acquire_leases") == 4);
  }

  private long calls(String function) {
    return lab.sql()
        .number(
            "select coalesce(sum(calls), 0) from pg_stat_user_functions where funcname = '"
                + function
                + "'");
  }
}
