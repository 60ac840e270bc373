package dev.holdfast.facts;

import static dev.holdfast.facts.Session.OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which statement locks a row in which mode, and which modes exclude each other. */
abstract class RowLockFacts extends Facts {
  /** The modes from the weakest to the strongest. */
  private static final List<String> MODES =
      List.of("key share", "share", "no key update", "update");

  @Test
  @DisplayName("each mode excludes what the manual's table says [all row locks]")
  void conflicts() throws Exception {
    for (int held = 0; held < MODES.size(); held++) {
      Session holder = begun("select from lease where id = 1 for " + MODES.get(held));
      assertThat(strength()).as("beside " + MODES.get(held)).isEqualTo(MODES.get(held));
      holder.run("rollback");
    }
    assertThat(strength()).isEqualTo("none");
  }

  @Test
  @DisplayName("UPDATE of no key: NO KEY UPDATE; of a key: UPDATE, if it changes [renewal]")
  void updates() throws Exception {
    assertThat(strengthOf("update lease set fence = 7 where id = 1")).isEqualTo("no key update");
    assertThat(strengthOf("update lease set id = 1 where id = 1")).isEqualTo("no key update");
    assertThat(strengthOf("update lease set id = 9 where id = 1")).isEqualTo("update");
  }

  @Test
  @DisplayName("DELETE: UPDATE [pruning waits for guards]")
  void deletes() throws Exception {
    assertThat(strengthOf("delete from lease where id = 1")).isEqualTo("update");
  }

  @Test
  @DisplayName("ON CONFLICT DO UPDATE locks even where its WHERE is false [rejected design]")
  void onConflictLocksAnyway() throws Exception {
    assertThat(
            strengthOf(
                """
                insert into lease as l (id)
                values (1)
                on conflict (id) do update
                  set fence = 1
                  where false
                """))
        .isEqualTo("no key update");
  }

  @Test
  @DisplayName("INSERT of a child: KEY SHARE on the parent [row locks, lock-order graph]")
  void childInsert() throws Exception {
    session().run("create table waiter (id int, lease_id int references lease)");
    assertThat(strengthOf("insert into waiter values (1, 1)")).isEqualTo("key share");
    assertThat(strengthOf("insert into waiter values (1, null)")).isEqualTo("none");
  }

  @Test
  @DisplayName("ON CONFLICT DO NOTHING takes no lock on a duplicate [first use of a resource]")
  void doNothingTakesNoLock() throws Exception {
    String insert = "insert into lease (id) values (1) on conflict do nothing";
    assertThat(strengthOf(insert)).isEqualTo("none");
  }

  @Test
  @DisplayName("ON CONFLICT DO NOTHING waits on an uncommitted duplicate [first use of a resource]")
  void doNothingWaitsForInsert() throws Exception {
    assertDoNothingWaits("insert into lease (id) values (7)", 7);
  }

  @Test
  @DisplayName("ON CONFLICT DO NOTHING waits on a row being updated [look before inserting]")
  void doNothingWaitsForUpdate() throws Exception {
    assertDoNothingWaits("update lease set fence = 1 where id = 1", 1);
  }

  private void assertDoNothingWaits(String blocking, int id) throws Exception {
    Session blocker = begun(blocking);
    Session inserter = session();
    Future<String> inserting =
        inserter.start(
            "insert into lease (id) values (" + id + ") on conflict do nothing returning id");
    awaitBlocked(inserter, blocker);
    blocker.run("commit");
    assertThat(Session.result(inserting)).isEqualTo("nothing");
  }

  @Test
  @DisplayName(
      "ON CONFLICT DO NOTHING does not wait on a row that is only locked [guard, takeover]")
  void doNothingPassesLocked() throws Exception {
    begun("select from lease where id = 1 for update");
    Session inserter = session();
    inserter.run("set lock_timeout = '200ms'");
    assertThat(inserter.state("insert into lease (id) values (1) on conflict do nothing"))
        .isEqualTo(OK);
  }

  private String strengthOf(String statement) throws Exception {
    Session holder = begun(statement);
    String strength = strength();
    holder.run("rollback");
    return strength;
  }

  // A held mode is known by what others still get.
  private String strength() throws Exception {
    Session prober = begun();
    int free = -1;
    for (int mode = 0; mode < MODES.size(); mode++) {
      String lock = "select from lease where id = 1 for " + MODES.get(mode) + " nowait";
      if (prober.probe(lock).equals(OK)) {
        free = mode;
      }
    }
    prober.run("rollback");
    return strength(free);
  }

  private static String strength(int strongestFree) {
    return switch (strongestFree) {
      case 3 -> "none";
      case 2 -> "key share";
      case 1 -> "share";
      case 0 -> "no key update";
      default -> "update";
    };
  }
}
