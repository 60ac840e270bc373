package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.StopMode;
import dev.holdfast.server.child.Awaiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("hold: a command does not outlive its lease")
class HoldLossTest {
  /** A grandchild that ignores TERM and writes the time again and again, and a child that waits. */
  private static final String STUBBORN =
      "(trap '' TERM INT HUP; while :; do date +%s%N >\"$0.new\"; mv \"$0.new\" \"$0\";"
          + " sleep 0.02; done) & wait";

  @TempDir Path dir;

  @Test
  @DisplayName("L10: 70 after a forced release, with a grandchild that ignores TERM ended too")
  void forcedRelease() throws Exception {
    try (CliDatabase database = CliDatabase.withSchema()) {
      // So long that neither a renewal nor the deadline tells holdfast within this test: the push.
      CliProcess run = startStubborn(database, "20m");
      CliProcess release =
          database.start("release", "job", "--fence", "1", "--reason", "stuck", "--yes");
      assertThat(release.exitCode()).as(release.err()).isZero();
      assertThat(run.exitCode()).as(run.err()).isEqualTo(70);
      assertThat(run.err()).contains("lost the lease of job (fence 1)");
      assertThat(stillBeats()).isFalse();
    }
  }

  @Test
  @DisplayName("L13: 70 when the database dies, and the grandchild's last act is before the expiry")
  void databaseDies() throws Exception {
    try (PostgresServer server = PostgresServer.start(18);
        CliDatabase database = CliDatabase.withSchema(server)) {
      CliProcess run = startStubborn(database, "8s");
      server.stop(StopMode.IMMEDIATE);
      long stopped = now();
      assertThat(run.exitCode()).as(run.err()).isEqualTo(70);
      assertThat(run.err()).contains("the database does not answer");
      assertThat(stillBeats()).isFalse();
      // At the worst it was renewed just before the stop.
      assertThat(lastBeat()).isLessThan(stopped + Duration.ofSeconds(8).toNanos());
      server.start();
    }
  }

  @Test
  @DisplayName("L13: when holdfast is killed with SIGKILL the command is ended, and then the lease")
  void killed() throws Exception {
    try (CliDatabase database = CliDatabase.withSchema()) {
      CliProcess run = startStubborn(database, "6s");
      run.kill();
      long killed = now();
      CliProcess next = database.start("hold", "job", "--wait", "100s", "--", "date", "+%s%N");
      assertThat(next.exitCode()).as(next.err()).isZero();
      assertThat(lastBeat()).isLessThan(killed + Duration.ofSeconds(6).toNanos());
      assertThat(lastBeat()).isLessThan(Long.parseLong(next.out().trim()));
      assertThat(stillBeats()).isFalse();
    }
  }

  @Test
  @DisplayName("TERM goes to the command, which ends as it likes; then the lease is given back")
  void terminated() throws Exception {
    try (CliDatabase database = CliDatabase.withSchema()) {
      String script = "trap 'exit 9' TERM; touch \"$0\"; while :; do sleep 0.02; done";
      CliProcess run = database.start("hold", "job", "--", "bash", "-c", script, file().toString());
      Awaiting.until("it runs", CliProcess.LIMIT, () -> Files.exists(file()));
      run.terminate();
      assertThat(run.exitCode()).isEqualTo(9);
      assertThat(database.start("hold", "job", "--", "true").exitCode()).isZero();
    }
  }

  private CliProcess startStubborn(CliDatabase database, String ttl) {
    CliProcess run =
        database.start(
            "hold",
            "job",
            "--ttl",
            ttl,
            "--grace",
            "2s",
            "--",
            "bash",
            "-c",
            STUBBORN,
            file().toString());
    Awaiting.until("it runs: " + run.err(), CliProcess.LIMIT, () -> Files.exists(file()));
    return run;
  }

  private Path file() {
    return dir.resolve("beat");
  }

  private long lastBeat() {
    return Long.parseLong(CliProcess.read(file()).trim());
  }

  /** Whether the beat moves within ten times its period. */
  private boolean stillBeats() {
    long before = lastBeat();
    long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
    while (System.nanoTime() < end) {
      if (lastBeat() != before) {
        return true;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    return false;
  }

  private static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }
}
