package dev.holdfast.testkit.claims;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.ClaimLostException;
import dev.holdfast.Holdfast;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.WorkerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that claims: "work" until its input ends; "hold" one row until told to write. */
final class ClaimingMain {

  private ClaimingMain() {}

  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[1]);
    config.setMaximumPoolSize(8);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (HikariDataSource pool = new HikariDataSource(config);
        Holdfast holdfast = Holdfast.on(pool)) {
      switch (arguments[0]) {
        case "work" -> work(holdfast, input);
        case "hold" -> hold(holdfast, input);
        case "job" -> job(holdfast, input, arguments[2]);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
    System.exit(0);
  }

  private static void work(Holdfast holdfast, BufferedReader input) throws IOException {
    holdfast
        .claims(Items.TABLE, Items.OPTIONS)
        .work(
            WorkerOptions.defaults()
                .withConcurrency(4)
                .withBatch(50)
                .withPollInterval(Duration.ofMillis(100)),
            Items::write);
    System.out.println("working");
    input.readLine();
  }

  private static void hold(Holdfast holdfast, BufferedReader input) throws Exception {
    Claim claim = holdfast.claims(Items.TABLE, Items.HOLDING).tryClaim().orElseThrow();
    System.out.println("claimed " + claim.version());
    input.readLine();
    String written;
    try {
      written = "written " + Items.write(claim);
    } catch (ClaimLostException e) {
      written = "lost";
    }
    System.out.println(written + " " + claim.finish());
    input.readLine();
  }

  private static void job(Holdfast holdfast, BufferedReader input, String crashPoint)
      throws IOException {
    holdfast
        .outbox()
        .jobs()
        .work(
            Items.OPTIONS,
            WorkerOptions.defaults().withPollInterval(Duration.ofMillis(20)),
            PrivacyJob.crashingAt(crashPoint));
    System.out.println("working");
    input.readLine();
  }
}
