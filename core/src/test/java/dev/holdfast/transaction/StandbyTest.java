package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.MissedStandby;
import dev.holdfast.support.Sql;
import dev.holdfast.support.Standby;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A primary whose synchronous standby is away: a commit waits for it, the deadline ends that. */
class StandbyTest extends MissedStandby {

  @ParameterizedTest(name = "last write and commit together: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("W5 W9: a deadline that strikes during COMMIT is told as unknown, and not run again")
  void deadlineDuringCommit(boolean together) {
    lab.sql().run("create table written (word text)");
    Transactions transactions =
        lab.closing(new Transactions(lab.dataSource(), HoldfastSettings.defaults()));
    AtomicInteger attempts = new AtomicInteger();
    Standby.isMissed(lab); // before: that takes longer than the deadline on a busy machine
    long start = System.nanoTime();
    assertThatThrownBy(
            () ->
                transactions.run(
                    TransactionOptions.defaults().withDeadline(Duration.ofSeconds(3)),
                    tx -> {
                      attempts.incrementAndGet();
                      Sql.run(tx.connection(), "insert into written values ('a')");
                      if (together) {
                        tx.updateAndCommit("insert into written values ('b')");
                      }
                      return 0;
                    }))
        .isInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("look at the data");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
    assertThat(attempts).hasValue(1);
  }

  @ParameterizedTest(name = "last write and commit together: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("a trigger that warns during COMMIT does not make it unknown")
  void warningDuringCommit(boolean together) throws java.sql.SQLException {
    lab.sql().run("create table written (word text)");
    lab.sql()
        .run(
            """
            create function warn() returns trigger language plpgsql as
              $$ begin raise warning 'mind the word'; return null; end $$;
            create constraint trigger warns after insert on written
              initially deferred for each row execute function warn()
            """);
    Transactions transactions =
        lab.closing(new Transactions(lab.dataSource(), HoldfastSettings.defaults()));
    transactions.runWithoutResult(
        tx -> {
          if (together) {
            tx.updateAndCommit("insert into written values ('a')");
          } else {
            Sql.run(tx.connection(), "insert into written values ('a')");
          }
        });
    assertThat(lab.sql().number("select count(*) from written")).isEqualTo(1);
  }
}
