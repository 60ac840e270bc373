package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("With no database named")
class EmbeddedTest {
  @TempDir Path dir;

  @Test
  @DisplayName("two holds on a fresh data directory share one PostgreSQL and take turns")
  void twoAtOnce() throws Exception {
    Map<String, String> environment = Map.of("HOLDFAST_DATA", dir.resolve("my data").toString());
    Path log = dir.resolve("log");
    String script = "echo start >>\"$0\"; sleep 0.3; echo end >>\"$0\"";
    String[] hold = {"hold", "turn", "--wait", "100s", "--", "bash", "-c", script, log.toString()};
    try (CliProcess first = CliProcess.start(environment, hold);
        CliProcess second = CliProcess.start(environment, hold)) {
      assertThat(first.exitCode()).as(first.err()).isZero();
      assertThat(second.exitCode()).as(second.err()).isZero();
    }
    assertThat(Files.readAllLines(log)).isEqualTo(List.of("start", "end", "start", "end"));
    try (CliProcess history = CliProcess.start(environment, "history", "turn", "--json")) {
      assertThat(history.exitCode()).as(history.err()).isZero();
      assertThat(history.out()).contains("\"fence\":\"2\"").contains("\"fence\":\"1\"");
    }
  }
}
