package dev.holdfast.outbox;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimService;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.WorkerOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Jobs of several transactions, done by workers on the core of claims. Thread-safe. */
public final class Jobs {

  private static final ClaimTable JOBS =
      ClaimTable.of("holdfast.job", "id")
          .withStatus("status", Outbox.STATUSES)
          .withAttempts("attempts")
          .withDueAt("due_at")
          .withError("last_error")
          .withColumns("kind", "step", "input");

  private final DataSource dataSource;
  private final ClaimService claims;

  Jobs(DataSource dataSource, ClaimService claims) {
    this.dataSource = dataSource;
    this.claims = claims;
  }

  /** Starts a job if the caller's transaction commits; answers its id. One round trip. */
  public long start(Connection connection, JobType type, String input) {
    try {
      if (connection.getAutoCommit()) {
        throw new InvalidRequestException(
            "start a job in the transaction that wants it: this connection is in autocommit mode");
      }
      return Statements.query(
              connection,
              OutboxSql.START_JOB,
              row -> row.getLong(1),
              type.name(),
              type.first().name(),
              input)
          .get(0);
    } catch (SQLException e) {
      throw new RequestFailedException("starting a job failed", e);
    }
  }

  /** Where a job stands; empty: there is none, or it was completed long ago. */
  public Optional<JobInfo> find(long job) {
    List<JobInfo> found =
        Statements.query(
            dataSource,
            OutboxSql.JOB,
            row ->
                new JobInfo(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    new JobInfo.Progress(
                        row.getString(4), row.getString(5), row.getInt(6), row.getString(7))),
            job);
    return found.stream().findFirst();
  }

  /** Works on jobs of these types until it is stopped. */
  public ClaimWorker work(ClaimOptions attempts, WorkerOptions options, JobType... types) {
    Map<String, JobType> byName =
        List.of(types).stream().collect(Collectors.toMap(JobType::name, Function.identity()));
    if (byName.isEmpty()) {
      throw new InvalidRequestException("say which types of jobs to work on");
    }
    ClaimTable table = JOBS.onlyWhere("kind", byName.keySet().toArray(String[]::new));
    return claims.on(table, attempts).work(options, new JobRun(byName));
  }
}
