package dev.holdfast.torture.workload;

import static dev.holdfast.version.Assignments.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClaimLostException;
import dev.holdfast.Holdfast;
import dev.holdfast.StaleVersionException;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.outbox.Event;
import dev.holdfast.row.RowLock;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A slip really is one; whether torture catches it is what {@code --mutants} tells. */
class SlipTest {

  private final TestDatabase database = PostgresServer.shared().createDatabase();

  @BeforeEach
  void tables() throws SQLException {
    new Tables(database.dataSource()).create();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  @DisplayName("a claim under another lock can be ended")
  void endsOfOthers() throws Exception {
    assertThatThrownBy(() -> endAfterTakeover(Slip.NONE)).isInstanceOf(ClaimLostException.class);
    endAfterTakeover(Slip.ENDS_OF_OTHERS);
    assertThat(text("select status from item where id = 1")).isEqualTo("done");
  }

  private void endAfterTakeover(Slip slip) throws SQLException {
    run("delete from item");
    run("insert into item (id) values (1)");
    try (Holdfast holdfast = with(slip)) {
      Claim claim = holdfast.claims(ClaimWork.TABLE).tryClaim().orElseThrow();
      run("update item set lock_id = gen_random_uuid()");
      claim.inTransactionWithoutResult(claim::finish);
    }
  }

  @Test
  @DisplayName("an event is completed while it is being handled")
  void doneWhenClaimed() throws Exception {
    assertThat(statusWhenClaimed(Slip.NONE)).isEqualTo("processing");
    assertThat(statusWhenClaimed(Slip.DONE_WHEN_CLAIMED)).isEqualTo("completed");
  }

  private String statusWhenClaimed(Slip slip) throws SQLException {
    run("delete from holdfast.event");
    try (Holdfast holdfast = with(slip)) {
      holdfast
          .transactions()
          .runWithoutResult(tx -> holdfast.outbox().append(tx, Event.json("t", "{}")));
      assertThat(holdfast.outbox().events(ClaimOptions.defaults(), "t").tryClaim()).isPresent();
      return text("select status from holdfast.event");
    }
  }

  @Test
  @DisplayName("the rows of the dead stay theirs")
  void deadKeepTheirs() throws Exception {
    run("insert into item (id, status, lock_id) values (1, 'processing', gen_random_uuid())");
    try (Holdfast slipped = with(Slip.DEAD_KEEP_THEIRS);
        Holdfast holdfast = with(Slip.NONE)) {
      assertThat(slipped.claims(ClaimWork.TABLE).tryClaim()).isEmpty();
      assertThat(holdfast.claims(ClaimWork.TABLE).tryClaim()).isPresent();
    }
  }

  @Test
  @DisplayName("a stale update passes")
  void versionNotCompared() throws Exception {
    try (Holdfast slipped = with(Slip.VERSION_NOT_COMPARED);
        Holdfast holdfast = with(Slip.NONE)) {
      assertThatThrownBy(
              () -> holdfast.versions().table("versioned", "id").update(1, 4711, set("n", 5)))
          .isInstanceOf(StaleVersionException.class);
      slipped.versions().table("versioned", "id").update(1, 4711, set("n", 5));
      assertThat(text("select n from versioned where id = 1")).isEqualTo("5");
    }
  }

  @Test
  @DisplayName("a row that was locked is not")
  void rowNotLocked() throws SQLException {
    assertThat(freeWhileLocked(Slip.NONE)).isEqualTo("0");
    assertThat(freeWhileLocked(Slip.ROW_NOT_LOCKED)).isEqualTo("1");
  }

  private String freeWhileLocked(Slip slip) throws SQLException {
    String free =
        """
        select count(*)
        from (select from counted where id = 1 for update skip locked) as row
        """;
    try (Holdfast holdfast = with(slip)) {
      return holdfast
          .transactions()
          .run(
              tx -> {
                RowLock lock = RowLock.of("counted", "id");
                assertThat(holdfast.rows().lock(tx, lock, 1L).rows()).hasSize(1);
                return text(free);
              });
    }
  }

  private Holdfast with(Slip slip) {
    return Holdfast.on(SlippingSource.around(database.dataSource(), slip));
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String text(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
