package dev.holdfast.torture.workload;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastException;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.torture.history.Recorder;
import dev.holdfast.torture.workload.Shape.Activity;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** What all threads of one child process share. */
final class Child implements AutoCloseable {
  private static final int LEASE_THREADS = 3;
  private static final int CONNECTS = 8;

  private final Job job;
  private final HikariDataSource pool;
  private final Holdfast holdfast;
  private final Recorder recorder;
  private final Gates gates = new Gates();
  private final List<Thread> threads = new ArrayList<>();
  private final List<ClaimWorker> workers = new ArrayList<>();
  private volatile boolean stopped;

  Child(Job job) {
    this.job = job;
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(job.url());
    config.setMaximumPoolSize(14);
    config.setMinimumIdle(2);
    config.setConnectionTimeout(5_000);
    config.setInitializationFailTimeout(-1);
    this.pool = new HikariDataSource(config);
    this.holdfast = connected();
    this.recorder = Recorder.open(job.history());
  }

  // A process may be started while the server is down: as a service manager does, try again.
  private Holdfast connected() {
    HoldfastSettings settings =
        HoldfastSettings.defaults()
            .withHolder(job.name())
            .withPatience(Duration.ofSeconds(6))
            .withSchemaMode(SchemaMode.VALIDATE)
            .withListener(gates::onEvent);
    DataSource source = SlippingSource.around(pool, job.shape().slip());
    for (int attempt = 1; attempt < CONNECTS; attempt++) {
      try {
        return Holdfast.on(source, settings);
      } catch (HoldfastException e) {
        System.err.println("not yet: " + e.getMessage());
      }
    }
    return Holdfast.on(source, settings);
  }

  void begin() {
    Shape shape = job.shape();
    for (int i = 0; shape.does(Activity.LEASES) && i < LEASE_THREADS; i++) {
      start("l" + i, new LeaseWork(this, job.name() + ".l" + i)::turn);
    }
    if (shape.does(Activity.VERSIONS)) {
      start("v", new VersionWork(this, job.name() + ".v")::turn);
    }
    if (shape.does(Activity.ROWS)) {
      start("n", new RowWork(this, job.name() + ".n")::turn);
    }
    if (shape.does(Activity.CLAIMS)) {
      ClaimWork claims = new ClaimWork(this, job.name() + ".c");
      workers.add(claims.work());
      start("c", claims::turn);
    }
    if (shape.does(Activity.OUTBOX)) {
      OutboxWork outbox = new OutboxWork(this, job.name() + ".o");
      workers.add(outbox.work());
      start("o", outbox::turn);
    }
  }

  private void start(String name, Runnable turn) {
    Thread thread = new Thread(() -> repeat(turn), "torture-" + name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void repeat(Runnable turn) {
    while (!stopped) {
      try {
        turn.run();
      } catch (UncheckedIOException e) {
        System.err.println("a process that can't write its history is of no use: " + e);
        Runtime.getRuntime().halt(3);
      } catch (RuntimeException e) {
        // Its operation stays without a completion, which is what is known of it.
        System.err.println(Thread.currentThread().getName() + ": " + e);
        pause(100);
      }
    }
  }

  static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  Job job() {
    return job;
  }

  Holdfast holdfast() {
    return holdfast;
  }

  HikariDataSource pool() {
    return pool;
  }

  Recorder recorder() {
    return recorder;
  }

  Gates gates() {
    return gates;
  }

  /** Chance for one thread: the same in every run of the same seed. */
  Random chance(String client) {
    return new Random(job.shape().seed() * 31 + client.hashCode());
  }

  /** Ends new work and waits a while for what is under way; workers go on until the close. */
  void quiet() {
    stopped = true;
    for (Thread thread : threads) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(25));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    for (ClaimWorker worker : workers) {
      worker.close();
    }
    holdfast.close();
    pool.close();
    recorder.close();
  }
}
