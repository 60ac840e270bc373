package dev.holdfast.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.diagnosis.Why;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** README.md, docs/guide.md and docs/guide/diagnosis.md. */
class LeaseSamplesTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final DataSource dataSource = lab.dataSource();

  @BeforeEach
  void createTable() {
    lab.sql().run("create table instance (id bigint primary key, step integer not null)");
    lab.sql().run("insert into instance values (42, 0)");
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("the first sample of all: a step under a lease")
  void readme() throws SQLException {
    try (Holdfast holdfast = Holdfast.on(dataSource);
        Lease lease = holdfast.leases().acquire("instance/42")) {
      lease.inTransaction(
          tx -> {
            try (var update =
                tx.connection()
                    .prepareStatement("update instance set step = step + 1 where id = 42")) {
              return update.executeUpdate();
            }
          });
    }
    assertThat(steps()).isEqualTo(1);
  }

  @Test
  @DisplayName("three ways to acquire, two to write")
  void guide() throws SQLException {
    Holdfast holdfast = Holdfast.on(dataSource);
    Leases leases = holdfast.leases();
    lab.closing(holdfast);

    Optional<Lease> maybe = leases.tryAcquire("instance/42");
    Lease lease = leases.acquire("instance/43");
    Lease other =
        leases.acquire(
            "instance/44",
            LeaseOptions.defaults()
                .withTtl(Duration.ofSeconds(30))
                .withWait(Duration.ZERO)
                .withHolder("web-3")
                .withAttributes(Map.of("request", "7f3a")));
    assertThat(maybe).isPresent();
    assertThat(other.isHeld()).isTrue();

    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      lease.inTransactionWithoutResult(tx -> advance(tx.connection()));
      lease.guard(connection);
      advance(connection);
      connection.commit();
    }
    assertThat(steps()).isEqualTo(2);
  }

  @Test
  @DisplayName("a listener hears of a lost lease")
  void listener() {
    List<String> alarms = new CopyOnWriteArrayList<>();
    HoldfastSettings settings =
        HoldfastSettings.defaults()
            .withListener(
                event -> {
                  if (event instanceof HoldfastEvent.LeaseLost lost) {
                    alarms.add(lost.resource() + ": " + lost.why());
                  }
                });
    Leases leases = lab.open(settings).leases();
    Lease lease = leases.acquire("instance/42");
    leases.forceRelease("instance/42", lease.fence(), "the host is gone");
    Await.until("it was told", () -> !alarms.isEmpty());
    assertThat(alarms.get(0)).startsWith("instance/42: ");
  }

  @Test
  @DisplayName("why: a sentence, the queue, what would help")
  void diagnosis() {
    Holdfast holdfast = lab.open("web-3");
    Lease lease = holdfast.leases().acquire("invoice/7");
    Why why = holdfast.diagnosis().why("invoice/7");
    why.sentence();
    why.waiters();
    why.advice();
    why.cycles();
    assertThat(why.sentence()).contains("invoice/7 held", "by web-3", "fence " + lease.fence());
    assertThat(why.waiters()).isEmpty();
  }

  private static void advance(Connection connection) throws SQLException {
    Sql.run(connection, "update instance set step = step + 1 where id = 42");
  }

  private long steps() {
    return lab.sql().number("select step from instance where id = 42");
  }
}
