package dev.holdfast.claim;

import dev.holdfast.RequestFailedException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The worker that this process is: made at the first claim, made anew after its lease was lost. All
 * claims of the process share it (one a ttl, should several be in use).
 */
final class Workforce implements AutoCloseable {

  /** After the lease is committed, before the first claim is: 005_claims.sql says why. */
  static final String ENLIST =
      """
      select holdfast.enlist(?, ?)
      """;

  private final DataSource dataSource;
  private final Leases leases;
  private final Map<Duration, Worker> workers = new HashMap<>();

  Workforce(DataSource dataSource, Leases leases) {
    this.dataSource = dataSource;
    this.leases = leases;
  }

  synchronized Worker current(Duration ttl) {
    Worker worker = workers.get(ttl);
    if (worker == null || !worker.lives()) {
      worker = hire(ttl);
      workers.put(ttl, worker);
    }
    return worker;
  }

  /** Its claims become free for everybody at once. */
  @Override
  public synchronized void close() {
    workers.values().forEach(worker -> worker.lease().close());
    workers.clear();
  }

  private Worker hire(Duration ttl) {
    String id = Worker.newId();
    LeaseOptions options = LeaseOptions.defaults().withTtl(ttl).withWait(Duration.ZERO);
    Lease lease = leases.acquire(Worker.resource(id), options);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(ENLIST)) {
      connection.setAutoCommit(true);
      statement.setString(1, id);
      statement.setLong(2, lease.fence());
      statement.execute();
    } catch (SQLException e) {
      lease.close();
      throw new RequestFailedException("this process could not enlist as a worker", e);
    }
    return new Worker(id, lease);
  }
}
