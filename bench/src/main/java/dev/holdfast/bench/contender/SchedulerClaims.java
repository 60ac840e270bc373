package dev.holdfast.bench.contender;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.scenario.ClaimsScenario;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler with lock-and-fetch, as its documentation has it for high throughput: a hundred
 * threads, so a hundred executions a fetch; the next fetch when half of them are done. It runs by
 * itself; an operation here waits until a hundred more are done.
 */
public final class SchedulerClaims implements Contender {

  public static final String NAME = "db-scheduler, lock-and-fetch";

  private static final String TABLE =
      """
      drop table if exists scheduled_tasks;
      create table scheduled_tasks (
        task_name text not null,
        task_instance text not null,
        task_data bytea,
        execution_time timestamp with time zone not null,
        picked boolean not null,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint not null,
        priority smallint,
        primary key (task_name, task_instance));
      create index execution_time_idx on scheduled_tasks (execution_time);
      create index last_heartbeat_idx on scheduled_tasks (last_heartbeat);
      create index priority_execution_time_idx
        on scheduled_tasks (priority desc, execution_time asc)
      """;

  private static final String FILL =
      """
      truncate scheduled_tasks;
      insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)
      select 'bench', id::text, now(), false, 1 from generate_series(1, 50000) as id;
      analyze scheduled_tasks
      """;

  private static final int CONNECTIONS = 32;

  private final Database database;
  private final HikariDataSource pool;
  private final Semaphore done = new Semaphore(0);
  private @Nullable Scheduler scheduler;

  public SchedulerClaims(Database database) throws SQLException {
    this.database = database;
    database.execute(TABLE);
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(CONNECTIONS);
    this.pool = new HikariDataSource(config);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Operation operation(int caller) throws SQLException {
    database.execute(FILL);
    done.drainPermits();
    OneTimeTask<Void> task = Tasks.oneTime("bench").execute((instance, context) -> done.release());
    Scheduler started =
        Scheduler.create(pool, task)
            .threads(ClaimsScenario.BATCH)
            .pollUsingLockAndFetch(0.5, 1.0)
            .build();
    scheduler = started;
    started.start();
    return this::batch;
  }

  private void batch() throws InterruptedException {
    if (!done.tryAcquire(ClaimsScenario.BATCH, 30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("db-scheduler did nothing for 30 seconds");
    }
  }

  @Override
  public void rest() {
    Scheduler running = scheduler;
    scheduler = null;
    if (running != null) {
      running.stop();
    }
  }

  @Override
  public void close() {
    rest();
    pool.close();
  }
}
