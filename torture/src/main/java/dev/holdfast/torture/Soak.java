package dev.holdfast.torture;

import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.cluster.Servers;
import dev.holdfast.torture.workload.Crew;
import dev.holdfast.torture.workload.Job;
import dev.holdfast.torture.workload.OutsideResource;
import dev.holdfast.torture.workload.Shape;
import dev.holdfast.torture.workload.Slip;
import dev.holdfast.torture.workload.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Load and churn for long: one process is killed and replaced again and again, all connections are
 * reset now and then, the others live through it and are watched for leaks, and so are the tables.
 */
final class Soak {
  private static final int PROCESSES = 3;
  private static final Duration TTL = Duration.ofSeconds(2);
  private static final Duration SAMPLE = Duration.ofSeconds(15);
  private static final int CHURN_EVERY = 2;
  private static final String SHORT_RETENTION =
      """
      select holdfast.configure(p_history_retention => interval '30 seconds',
                                p_idle_retention => interval '30 seconds');
      select holdfast.configure_outbox(interval '30 seconds')
      """;

  private final Options options;
  private final List<SoakSample> samples = new ArrayList<>();

  Soak(Options options) {
    this.options = options;
  }

  boolean run() throws IOException, SQLException {
    Path directory = Files.createTempDirectory("holdfast-soak-");
    System.out.printf("seed %d, %s, histories in %s%n", options.seed(), options.time(), directory);
    try (Servers servers = Servers.plain();
        OutsideResource outside = new OutsideResource()) {
      Instance server = servers.current();
      server.sql("postgres", "create database " + Job.DATABASE);
      new Tables(server.source(Job.DATABASE)).create();
      server.sql(Job.DATABASE, SHORT_RETENTION);
      Shape shape = new Shape(options.seed(), TTL, options.activities(), false, false, Slip.NONE);
      try (Crew crew = Crew.start(PROCESSES, shape, server.address(), outside.port(), directory)) {
        watch(crew, server);
      }
    }
    List<String> leaks = SoakSample.leaks(samples);
    leaks.forEach(leak -> System.out.println("LEAK " + leak));
    System.out.printf("%d samples, %d leaks%n", samples.size(), leaks.size());
    return leaks.isEmpty();
  }

  private void watch(Crew crew, Instance server) {
    long end = System.nanoTime() + options.time().toNanos();
    for (int round = 1; System.nanoTime() < end; round++) {
      pause(SAMPLE);
      if (round % CHURN_EVERY == 0) {
        crew.replace(0);
      } else {
        crew.members().forEach(m -> m.proxy().resetConnections());
        pause(Duration.ofSeconds(3));
      }
      SoakSample sample = SoakSample.of(crew, server);
      samples.add(sample);
      System.out.println(sample);
    }
  }

  private static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }
}
