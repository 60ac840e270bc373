package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private Holdfast holdfast = Holdfast.on(database.dataSource());

  @AfterEach
  void close() {
    holdfast.close();
    database.close();
  }

  @Test
  void smoke() throws Exception {
    Lease lease = holdfast.leases().acquire("a");
    assertThat(lease.fence()).isEqualTo(1);
    assertThat(holdfast.leases().tryAcquire("a")).isEmpty();
    assertThatThrownBy(
            () ->
                holdfast
                    .leases()
                    .acquire("a", LeaseOptions.defaults().withWait(Duration.ofMillis(300))))
        .isInstanceOf(LeaseHeldException.class);
    int one =
        lease.inTransaction(
            tx -> {
              try (var s = tx.connection().createStatement();
                  var r = s.executeQuery("select 1")) {
                r.next();
                return r.getInt(1);
              }
            });
    assertThat(one).isEqualTo(1);
    assertThat(lease.release()).isTrue();
    try (Lease again = holdfast.leases().acquire("a")) {
      assertThat(again.fence()).isEqualTo(2);
    }
    System.out.println(holdfast.leases().history("a", 10));
  }
}
