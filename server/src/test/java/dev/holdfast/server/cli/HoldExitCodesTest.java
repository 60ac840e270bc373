package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.child.Awaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("hold: exit codes and messages")
class HoldExitCodesTest {
  private static CliDatabase database;
  @TempDir Path dir;

  @BeforeAll
  static void create() {
    database = CliDatabase.withSchema();
  }

  @AfterAll
  static void drop() throws Exception {
    database.close();
  }

  @Test
  @DisplayName(
      "the command's own code, its output alone on stdout, resource and fence in its world")
  void ownExitCode() {
    CliProcess run =
        database.start(
            "hold",
            "nightly",
            "--",
            "bash",
            "-c",
            "echo \"$HOLDFAST_RESOURCE $HOLDFAST_FENCE\"; exit 42");
    assertThat(run.exitCode()).isEqualTo(42);
    assertThat(run.out()).isEqualTo("nightly 1\n");
    assertThat(run.err()).isEqualTo("holdfast: holding nightly (fence 1) for bash\n");
  }

  @Test
  @DisplayName("128 + n for a command that a signal ended")
  void signalDeath() {
    assertThat(database.start("hold", "s", "--", "bash", "-c", "kill -KILL $$").exitCode())
        .isEqualTo(137);
  }

  @Test
  @DisplayName("arguments reach the command as they are: no shell, no @file, no second parsing")
  void literalArguments() throws Exception {
    Path file = Files.writeString(dir.resolve("list"), "expanded");
    String[] odd = {
      "a b", "$(id)", "`id`", "\"q\" 'r'", "*", "--ttl", "--", "@" + file, "", "ü\\n"
    };
    String[] line = new String[odd.length + 5];
    System.arraycopy(new String[] {"hold", "args", "--", "printf", "<%s>"}, 0, line, 0, 5);
    System.arraycopy(odd, 0, line, 5, odd.length);
    CliProcess run = database.start(line);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("<" + String.join("><", odd) + ">");
  }

  @Test
  @DisplayName("L2: 75 when somebody else has it, saying who; nothing is run, stdout stays empty")
  void busy() {
    CliProcess first = database.start("hold", "busy", "--holder", "web-3", "--", "sleep", "600");
    first.awaitErr("holding");
    CliProcess second =
        database.start("hold", "busy", "--", "touch", dir.resolve("ran").toString());
    assertThat(second.exitCode()).isEqualTo(75);
    assertThat(second.err())
        .matches(
            "holdfast: busy is held by web-3 since [0-9:]{8} \\(fence 1, expires in \\d+ s\\);"
                + " nothing was run\\. Try --wait 30s\\.\n");
    CliProcess third =
        database.start("hold", "busy", "--wait", "200ms", "--", "touch", dir + "/ran");
    assertThat(third.exitCode()).isEqualTo(75);
    assertThat(third.err()).contains("still held by web-3").contains("Try a longer --wait.");
    assertThat(dir.resolve("ran")).doesNotExist();
    assertThat(second.out() + third.out()).isEmpty();
  }

  @Test
  @DisplayName("a command that waits gets the lease when the one before ends")
  void waits() throws IOException {
    CliProcess first =
        database.start(
            "hold",
            "queue",
            "--",
            "bash",
            "-c",
            "until [ -e \"$0\" ]; do sleep 0.02; done",
            dir.resolve("go").toString());
    first.awaitErr("holding");
    CliProcess second = database.start("hold", "queue", "--wait", "100s", "--", "true");
    Files.createFile(dir.resolve("go"));
    assertThat(first.exitCode()).isZero();
    assertThat(second.exitCode()).isZero();
    assertThat(second.err()).contains("holding queue (fence 2)");
  }

  @Test
  @DisplayName("69 when the database cannot be reached, and no secret is shown")
  void unreachable() {
    CliProcess run =
        CliProcess.start(
            Map.of("HOLDFAST_URL", "postgresql://u:hunter2@127.0.0.1:1/db"),
            "hold",
            "x",
            "--",
            "true");
    assertThat(run.exitCode()).isEqualTo(69);
    assertThat(run.err())
        .startsWith("holdfast: ")
        .doesNotContain("hunter2")
        .doesNotContain("\tat ");
  }

  @Test
  @DisplayName("78 when the database has no schema, saying what to run")
  void noSchema() throws Exception {
    try (CliDatabase empty = CliDatabase.empty()) {
      CliProcess run = empty.start("hold", "x", "--", "true");
      assertThat(run.exitCode()).isEqualTo(78);
      assertThat(run.err()).contains("holdfast schema apply");
    }
  }

  @Test
  @DisplayName("126 for a file that cannot be run, 127 for none; no lease is taken for them")
  void notRunnable() throws Exception {
    Path plain = Files.createFile(dir.resolve("plain"));
    CliProcess cannot = database.start("hold", "never", "--", plain.toString());
    assertThat(cannot.exitCode()).isEqualTo(126);
    CliProcess missing = database.start("hold", "never", "--", "no-such-command-here");
    assertThat(missing.exitCode()).isEqualTo(127);
    assertThat(missing.err()).contains("no-such-command-here: command not found");
    CliProcess why = database.start("why", "never");
    assertThat(why.exitCode()).isZero();
    assertThat(why.out()).contains("never held");
  }

  @Test
  @DisplayName(
      "128 + n when a signal comes while waiting; nothing is run, nothing stays in the way")
  void signalWhileWaiting() {
    CliProcess first = database.start("hold", "turn", "--", "sleep", "600");
    first.awaitErr("holding");
    CliProcess second = database.start("hold", "turn", "--wait", "100s", "--", "true");
    Awaiting.until(
        "the second waits",
        CliProcess.LIMIT,
        () -> database.start("why", "turn").finishedOut().contains("1 waiting"));
    second.terminate();
    assertThat(second.exitCode()).isEqualTo(143);
    assertThat(second.err()).doesNotContain("holding").doesNotContain("Holdfast.on");
    first.terminate();
    assertThat(first.exitCode()).isEqualTo(143);
    assertThat(database.start("hold", "turn", "--", "true").exitCode()).isZero();
  }
}
