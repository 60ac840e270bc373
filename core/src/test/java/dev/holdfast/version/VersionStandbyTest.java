package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.support.Await;
import dev.holdfast.support.MissedStandby;
import dev.holdfast.support.Standby;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A write that is its own transaction, and whose wait for the standby is cancelled. Torture found
 * it: such a write was told as done, and the failover undid it.
 */
class VersionStandbyTest extends MissedStandby {
  private static final String CANCEL =
      """
      select count(pg_cancel_backend(pid)) from pg_stat_activity
      where wait_event = 'SyncRep' and query like '%numbered%'
      """;

  private static final String WARNING_TRIGGER =
      """
      create function warn() returns trigger language plpgsql as
        $$ begin raise warning 'mind the row'; return new; end $$;
      create trigger warns before update on numbered for each row execute function warn()
      """;

  private VersionedTable table;

  @BeforeEach
  void createTable() {
    lab.sql().run("create table numbered (id bigint primary key, n int, row_version bigint)");
    lab.sql().run("insert into numbered values (1, 0, 1)");
    table = lab.open().versions().table("numbered", "id");
    table.update(1, 1, Assignments.set("n", 1)); // knows the columns from now on
  }

  @Test
  @DisplayName("a write that the standby did not confirm is unknown, not done")
  void unconfirmed() throws Exception {
    Standby.isMissed(lab);
    assertUnknown(() -> table.update(1, 2, Assignments.set("n", 2)));
    assertUnknown(() -> table.insert(2, Assignments.set("n", 2)));
    RowUpdate next = RowUpdate.of(1, 3, Assignments.set("n", 3));
    assertUnknown(() -> table.updateAll(List.of(next)));
    assertUnknown(() -> table.delete(1, 4));
  }

  private void assertUnknown(Runnable write) throws Exception {
    CompletableFuture<Void> written = CompletableFuture.runAsync(write);
    Await.until("a wait is cancelled", () -> lab.sql().number(CANCEL) > 0);
    assertThatThrownBy(() -> written.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("look at the data");
  }

  @Test
  @DisplayName("a trigger that warns does not make a write unknown")
  void warned() {
    lab.sql().run(WARNING_TRIGGER);
    assertThat(table.update(1, 2, Assignments.set("n", 2)).number()).isEqualTo(3);
  }
}
