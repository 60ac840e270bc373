package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.server.child.Awaiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("top, blockers, events, token")
class WatchingTest {
  private CliDatabase database;
  private Holdfast holdfast;

  @BeforeEach
  void open() {
    database = CliDatabase.withSchema();
    holdfast = Holdfast.on(database.dataSource());
  }

  @AfterEach
  void close() throws Exception {
    holdfast.close();
    database.close();
  }

  @Test
  @DisplayName("top and blockers show who waits for whom, the most wanted first")
  void waits() {
    Lease quiet = hold("a/quiet");
    Lease wanted = hold("b/wanted");
    CompletableFuture<Void> waiter =
        CompletableFuture.runAsync(
            () -> {
              LeaseOptions patient =
                  LeaseOptions.defaults().withHolder("web-9").withWait(Duration.ofMinutes(2));
              try (Lease ignored = holdfast.leases().acquire("b/wanted", patient)) {
                assertThat(ignored.fence()).isEqualTo(2);
              } catch (LeaseHeldException e) {
                throw new AssertionError(e);
              }
            });
    Awaiting.until(
        "the waiter is reported",
        CliProcess.LIMIT,
        () -> !holdfast.diagnosis().waiters("b/wanted").isEmpty());
    String top = showing("2 held   1 waiting   no circle", "top");
    assertThat(top.indexOf("b/wanted")).isPositive().isLessThan(top.indexOf("a/quiet"));
    assertThat(ok("top", "--json", "--count", "2", "--interval", "100ms").out().lines())
        .hasSize(2)
        .allSatisfy(
            line -> assertThat(line).contains("\"resource\":\"b/wanted\"", "\"cycles\":[]"));
    assertThat(ok("top", "--prefix", "a/").out()).doesNotContain("b/wanted");
    assertThat(showing("└─ web-9", "blockers"))
        .containsSubsequence(
            "b/wanted", "web-3", "holdfast release b/wanted --fence 1", "└─ web-9");
    assertThat(ok("blockers", "--json").out()).contains("\"cycles\":[]", "\"act\":\"release\"");
    quiet.close();
    wanted.close();
    waiter.join();
    Awaiting.until(
        "nobody is reported any more",
        CliProcess.LIMIT,
        () -> holdfast.diagnosis().waiters("b/wanted").isEmpty());
    CliProcess nobody = ok("blockers");
    assertThat(nobody.out()).isEmpty();
    assertThat(nobody.err()).contains("nobody is in anybody's way");
  }

  @Test
  @DisplayName("events are printed as they happen, and again after a number")
  void events() {
    CliProcess follow = database.start("events", "--follow", "--json", "--prefix", "a/");
    Awaiting.until(
        "what ends is told: " + follow.err(),
        CliProcess.LIMIT,
        () -> {
          hold("a/1").release();
          hold("b/1").release();
          // the second one: what happened to b/1 before it was seen, too
          return follow.out().split("\"kind\":\"released\"", -1).length > 2 || !follow.isAlive();
        });
    follow.terminate();
    assertThat(follow.exitCode()).isEqualTo(143);
    assertThat(follow.out().lines().filter(line -> line.endsWith("}")))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("\"resource\":\"a/1\"", "\"seq\":"));
    String all = ok("events").out();
    assertThat(all).contains("released", "a/1", "b/1");
    assertThat(ok("events", "--after", "9000000").out()).isEmpty();
  }

  @Test
  @DisplayName("a token is shown once, listed without its secret, and revoked")
  void tokens() {
    CliProcess made = ok("token", "create", "shop", "--role", "use", "--prefix", "shop/");
    String secret = made.out().strip();
    assertThat(secret).hasSizeGreaterThan(20);
    CliProcess list = ok("token", "list");
    assertThat(list.out()).contains("shop", "use", "shop/", "works");
    assertThat(list.out() + ok("token", "list", "--json").out()).doesNotContain(secret);
    CliProcess twice = database.start("token", "create", "shop", "--role", "read");
    assertThat(twice.exitCode()).isNotZero();
    assertThat(twice.err()).startsWith("holdfast: ").contains("shop").doesNotContain("Exception");
    ok("token", "revoke", "shop");
    assertThat(ok("token", "list", "--json").out()).contains("\"state\":\"revoked\"");
    assertThat(database.start("token", "revoke", "shop").exitCode()).isEqualTo(ExitCodes.NO);
    assertThat(database.start("token", "create", "x", "--role", "root").exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }

  private Lease hold(String resource) {
    return holdfast.leases().acquire(resource, LeaseOptions.defaults().withHolder("web-3"));
  }

  /** Runs it until it says so: a report of who waits holds for seconds, and is then made anew. */
  private String showing(String text, String... args) {
    List<String> outputs = new ArrayList<>();
    Awaiting.until(
        text,
        CliProcess.LIMIT,
        () -> {
          outputs.add(ok(args).out());
          return outputs.get(outputs.size() - 1).contains(text);
        });
    return outputs.get(outputs.size() - 1);
  }

  private CliProcess ok(String... args) {
    CliProcess process = database.start(args);
    assertThat(process.exitCode()).as(process.err()).isZero();
    return process;
  }
}
