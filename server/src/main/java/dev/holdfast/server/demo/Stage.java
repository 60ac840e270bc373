package dev.holdfast.server.demo;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * What an actor has to act with.
 *
 * @param name the actor's: the holder of its leases
 * @param leases of its own process, as it were
 * @param database the same for all
 * @param random of its own
 */
record Stage(String name, Leases leases, DataSource database, Random random) {

  LeaseOptions options(Duration ttl, Duration wait) {
    return LeaseOptions.defaults().withHolder(name).withTtl(ttl).withWait(wait);
  }

  /** Work on a resource. */
  @FunctionalInterface
  interface Work {
    void run(Lease lease) throws Exception;
  }

  /** Does the work under a lease; not at all if somebody else has it for too long. */
  void under(String resource, LeaseOptions options, Work work) throws Exception {
    try (Lease lease = leases.acquire(resource, options)) {
      work.run(lease);
    } catch (LeaseHeldException refused) {
      work(100, 1_000); // and tries again later, as everybody does
    }
  }

  /** As long as some work takes. */
  void work(int fromMillis, int toMillis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(random.nextInt(fromMillis, toMillis));
  }

  /** A session of the application's, named after the actor. */
  Connection session() throws SQLException {
    Connection connection = database.getConnection();
    connection.setClientInfo("ApplicationName", name);
    connection.setAutoCommit(false);
    return connection;
  }
}
