package dev.holdfast.claim;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.support.Await;
import dev.holdfast.support.MissedStandby;
import dev.holdfast.support.Standby;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An end that is its own transaction, and whose wait for the standby is cancelled. */
class ClaimStandbyTest extends MissedStandby {
  private static final String CANCEL =
      """
      select count(pg_cancel_backend(pid)) from pg_stat_activity
      where wait_event = 'SyncRep' and query not like '%holdfast.%'
      """;

  @BeforeEach
  void createTable() {
    lab.sql().run("create table item (id bigint primary key, status text not null, title text)");
    lab.sql().run(ClaimsTestBase.ITEMS.ddl());
    lab.sql().run("insert into item values (1, 'ready', 'one')");
  }

  @Test
  @DisplayName("C3: a finish that the standby did not confirm is unknown, not done")
  void unconfirmed() {
    Claim claim =
        lab.open().claims(ClaimsTestBase.ITEMS, ClaimsTestBase.QUICK).tryClaim().orElseThrow();
    Standby.isMissed(lab);
    CompletableFuture<Boolean> finished = CompletableFuture.supplyAsync(claim::finish);
    Await.until("a wait is cancelled", () -> lab.sql().number(CANCEL) > 0);
    assertThatThrownBy(() -> finished.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("claims of item");
  }
}
