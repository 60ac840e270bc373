package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A database in a directory, shared by processes")
class EmbeddedProcessesTest {

  private static final int PROCESSES = 4;

  @TempDir private Path directory;

  @Test
  @DisplayName(
      "is unpacked and prepared by one of four that come first, stopped by the last that goes")
  void fourFirstStarts(@TempDir Path cache) throws Exception {
    Map<String, String> freshCache = Map.of("HOLDFAST_CACHE", cache.toString());
    List<Jvm> jvms = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        jvms.add(Jvm.start(List.of(), freshCache, EmbeddedMain.class, directory.toString()));
      }
      List<String> first = new ArrayList<>();
      for (Jvm jvm : jvms) {
        first.add(jvm.await("first"));
        jvm.await("url");
      }
      assertThat(first).containsExactlyInAnyOrder("true", "false", "false", "false");
      for (Jvm jvm : jvms) {
        assertThat(server().isRunning()).isTrue();
        assertWorks(jvm);
        jvm.send("end");
        assertThat(jvm.awaitExit()).isZero();
      }
      assertThat(PostmasterFile.read(directory.resolve("postgres"))).isEmpty();
    } finally {
      jvms.forEach(Jvm::close);
    }
  }

  @Test
  @DisplayName("goes on for the others when the one that started it is killed -9")
  void starterKilled() throws Exception {
    try (Jvm starter = Jvm.start(EmbeddedMain.class, directory.toString())) {
      starter.await("url");
      try (Jvm other = Jvm.start(EmbeddedMain.class, directory.toString())) {
        other.await("url");
        starter.kill();
        assertWorks(other);
        ServerProcesses server = server();
        other.send("end");
        assertThat(other.awaitExit()).isZero();
        assertThat(server.isRunning()).isFalse();
      }
    }
  }

  @Test
  @DisplayName("left behind by its only user's kill -9 is joined, and stopped, by the next")
  void leftBehind() throws Exception {
    try (Jvm lost = Jvm.start(EmbeddedMain.class, directory.toString())) {
      lost.await("url");
      lost.kill();
    }
    ServerProcesses left = server();
    assertThat(left.isRunning()).isTrue();
    try (EmbeddedDatabase next = EmbeddedDatabase.open(directory)) {
      assertThat(server()).isEqualTo(left);
      assertThat(next.isFirstStart()).isFalse();
    }
    assertThat(left.isRunning()).isFalse();
  }

  private static void assertWorks(Jvm jvm) throws Exception {
    jvm.send("?");
    assertThat(jvm.await("answer")).isEqualTo("42");
  }

  private ServerProcesses server() throws Exception {
    return new ServerProcesses(
        PostmasterFile.read(directory.resolve("postgres")).orElseThrow().pid());
  }
}
