package dev.holdfast.server.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A supervised command")
class SupervisorTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** A grandchild that ignores TERM, and a child that waits for it. */
  private static final String STUBBORN =
      "(trap '' TERM HUP INT; echo $BASHPID >\"$0\"; while :; do sleep 0.05; done) & wait";

  private static final String IN_TIME = "lost=true left=\\d";

  @TempDir Path dir;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endWhatIsLeft() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  @DisplayName("gives its own exit code")
  void givesItsExitCode() throws Exception {
    assertThat(exitCode(supervise(60_000, 1_000, "bash", "-c", "exit 42"))).isEqualTo(42);
  }

  @Test
  @DisplayName("that dies by a signal gives 128 + n")
  void givesTheSignal() throws Exception {
    assertThat(exitCode(supervise(60_000, 1_000, "bash", "-c", "kill -USR1 $$")))
        .isEqualTo(128 + 10);
  }

  @Test
  @DisplayName("is ended before the deadline with a grandchild that ignores TERM")
  void isEndedInTime() throws Exception {
    // TERM after 3 s, KILL after 6: a busy machine has as long to start the tree, and to end it.
    Process run = supervise(9_000, 6_000, "bash", "-c", STUBBORN, pidFile().toString());
    long grandchild = grandchild();
    assertThat(run.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(isRunning(grandchild)).isFalse();
    assertThat(errors()).as("ended while the lease had time left").containsPattern(IN_TIME);
  }

  @Test
  @DisplayName("is ended with its grandchild when the supervisor is killed with SIGKILL")
  void guardianSeesDeath() throws Exception {
    Process run = supervise(60_000, 600, "bash", "-c", STUBBORN, pidFile().toString());
    long grandchild = grandchild();
    run.destroyForcibly();
    Awaiting.until("the grandchild ends", LIMIT, () -> !isRunning(grandchild));
    Awaiting.until("the guardian says so", LIMIT, () -> errors().contains("holdfast died"));
  }

  @Test
  @DisplayName("is ended with its grandchild when the supervisor is stopped past the deadline")
  void guardianSeesHang() throws Exception {
    Process run = supervise(6_000, 600, "bash", "-c", STUBBORN, pidFile().toString());
    long grandchild = grandchild();
    Signals.send("STOP", run.pid());
    Awaiting.until("the grandchild ends", LIMIT, () -> !isRunning(grandchild));
    assertThat(errors()).contains("holdfast hangs");
    Signals.send("CONT", run.pid());
    assertThat(exitCode(run)).isEqualTo(128 + 15);
    assertThat(errors()).contains("lost=true");
  }

  @Test
  @DisplayName("leaves no process behind when it exits")
  void leavesNothingBehind() throws Exception {
    String script =
        "(trap '' TERM; echo $BASHPID >\"$0\"; exec sleep 600) & "
            + "until [ -s \"$0\" ]; do sleep 0.01; done; exit 3";
    Process run = supervise(60_000, 600, "bash", "-c", script, pidFile().toString());
    assertThat(exitCode(run)).isEqualTo(3);
    assertThat(isRunning(grandchild())).isFalse();
    assertThat(errors()).contains("left behind").contains("lost=false");
  }

  @Test
  @DisplayName("gets the signals that its supervisor gets, and decides itself")
  void getsSignals() throws Exception {
    for (String signal : Signals.FORWARDED) {
      Files.deleteIfExists(pidFile());
      String script =
          "trap 'exit 17' " + signal + "; echo $$ >\"$0\"; while :; do sleep 0.02; done";
      Process run = supervise(60_000, 1_000, "bash", "-c", script, pidFile().toString());
      grandchild();
      Signals.send(signal, run.pid());
      assertThat(exitCode(run)).as(signal).isEqualTo(17);
    }
  }

  private Process supervise(long lease, long margin, String... command) throws IOException {
    List<String> line = new ArrayList<>();
    // What this JVM was told to ignore (nohup, a script's background job) holdfast would ignore
    // too.
    line.addAll(List.of("env", "--default-signal=" + String.join(",", Signals.FORWARDED)));
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(SupervisedMain.class.getName(), lease + "", margin + ""));
    line.addAll(List.of(command));
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(dir.resolve("out").toFile())
            .redirectError(dir.resolve("err").toFile())
            .start();
    started.add(process);
    return process;
  }

  private static int exitCode(Process run) throws InterruptedException {
    assertThat(run.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return run.exitValue();
  }

  private Path pidFile() {
    return dir.resolve("pid");
  }

  private long grandchild() throws IOException {
    Awaiting.until("the command runs", LIMIT, () -> read(pidFile()).endsWith("\n"));
    return Long.parseLong(Files.readString(pidFile()).trim());
  }

  private static boolean isRunning(long pid) {
    return ProcStat.running().stream().anyMatch(stat -> stat.pid() == pid);
  }

  private String errors() {
    return read(dir.resolve("err"));
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
