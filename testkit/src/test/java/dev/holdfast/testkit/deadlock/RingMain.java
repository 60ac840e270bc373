package dev.holdfast.testkit.deadlock;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that holds one lease, then waits for another; told each step by its input. */
final class RingMain {

  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofSeconds(60));

  private RingMain() {}

  /** The URL, the holder, the lease to hold, the lease to wait for. */
  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[0]);
    config.setMaximumPoolSize(4);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    HoldfastSettings settings = HoldfastSettings.defaults().withHolder(arguments[1]);
    try (HikariDataSource pool = new HikariDataSource(config);
        Holdfast holdfast = Holdfast.on(pool, settings);
        Lease held = holdfast.leases().acquire(arguments[2])) {
      System.out.println("holds " + held.resource());
      input.readLine();
      long start = System.nanoTime();
      try {
        holdfast.leases().acquire(arguments[3], PATIENT).close();
        System.out.println("got " + arguments[3]);
      } catch (LeaseDeadlockException e) {
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        System.out.println("deadlock " + millis + " " + e.cycle());
      }
    }
    input.readLine();
    System.exit(0);
  }
}
