package dev.holdfast.server.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The story: holdfast was killed right after it had started a command, before it could tell the
 * guardian; on a busy machine the command then ran on beside the next holder's.
 */
@DisplayName("A command that makes itself known to the guardian")
class GuardianTest {
  private static final int PARENT = 6;
  @TempDir Path dir;

  @Test
  @DisplayName("runs when the guardian and holdfast are there")
  void runs() throws Exception {
    try (Guardian guardian = Guardian.start(Duration.ofMillis(100)).orElseThrow()) {
      assertThat(run(guardian.introduction(true))).isZero();
      assertThat(dir.resolve("ran")).exists();
    }
  }

  @Test
  @DisplayName("does not run when holdfast died before it was known")
  void refusesWithoutHoldfast() throws Exception {
    try (Guardian guardian = Guardian.start(Duration.ofMillis(100)).orElseThrow()) {
      List<String> orphan = new ArrayList<>(guardian.introduction(true));
      orphan.set(PARENT, "1");
      assertThat(run(orphan)).isEqualTo(70);
      assertThat(dir.resolve("ran")).doesNotExist();
    }
  }

  @Test
  @DisplayName("does not run when the guardian is gone")
  void refusesWithoutGuardian() throws Exception {
    Guardian guardian = Guardian.start(Duration.ofMillis(100)).orElseThrow();
    List<String> introduction = guardian.introduction(true);
    guardian.close();
    long pid = Long.parseLong(introduction.get(PARENT - 1));
    Awaiting.until(
        "the guardian ends",
        Duration.ofMinutes(1),
        () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    assertThat(run(introduction)).isEqualTo(70);
    assertThat(dir.resolve("ran")).doesNotExist();
  }

  private int run(List<String> introduction) throws Exception {
    List<String> line = new ArrayList<>(introduction);
    line.addAll(List.of("touch", dir.resolve("ran").toString()));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }
}
