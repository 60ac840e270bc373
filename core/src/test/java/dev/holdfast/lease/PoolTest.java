package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent.LeasesRenewed;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The application's pool is small, and the application is greedy. */
class PoolTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("L10: renewals, releases and grants go on while the pool is exhausted")
  void exhausted() throws SQLException {
    HikariDataSource pool = pool();
    CountDownLatch renewed = new CountDownLatch(3);
    Holdfast holdfast =
        lab.open(
            pool,
            HoldfastSettings.defaults()
                .withListener(
                    event -> {
                      if (event instanceof LeasesRenewed) {
                        renewed.countDown();
                      }
                    }));
    Lease lease =
        holdfast
            .leases()
            .tryAcquire("x", LeaseOptions.defaults().withTtl(Duration.ofSeconds(3)))
            .orElseThrow();
    List<Connection> greedy = new ArrayList<>();
    try {
      while (pool.getHikariPoolMXBean().getActiveConnections() < 3) {
        greedy.add(pool.getConnection());
      }
      Await.signal("three renewals", renewed);
      assertThat(lease.isHeld()).isTrue();
      assertThat(holdfast.leases().tryAcquire("y")).isPresent();
      assertThat(lease.release()).isTrue();
    } finally {
      for (Connection connection : greedy) {
        connection.close();
      }
    }
  }

  @Test
  @DisplayName("L4: what is closed gives its connections back to the pool, as they were")
  void givenBack() throws SQLException {
    HikariDataSource pool = pool();
    Holdfast holdfast = lab.open(pool, HoldfastSettings.defaults());
    Lease lease = holdfast.leases().acquire("x");
    int one = lease.inTransaction(tx -> 1);
    assertThat(one).isEqualTo(1);
    holdfast.close();
    Await.until("all are back", () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(connection.getNetworkTimeout()).isZero();
    }
  }

  private HikariDataSource pool() {
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(lab.dataSource());
    pool.setMaximumPoolSize(3);
    pool.setConnectionTimeout(20_000);
    return lab.closing(pool);
  }
}
