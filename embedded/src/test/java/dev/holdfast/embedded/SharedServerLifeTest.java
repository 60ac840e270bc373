package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A shared PostgreSQL server")
class SharedServerLifeTest {

  @Test
  @DisplayName("is gone, with its directory, when the JVM has ended")
  void goesWithTheJvm() throws Exception {
    try (Jvm jvm = Jvm.start(SharedServerMain.class)) {
      ServerProcesses server = new ServerProcesses(Long.parseLong(jvm.await("pid")));
      Path data = Path.of(jvm.await("data"));
      assertThat(server.isRunning()).isTrue();
      jvm.send("end");
      assertThat(jvm.awaitExit()).isZero();
      assertThat(server.isRunning()).isFalse();
      assertThat(data.getParent()).doesNotExist();
    }
  }

  @Test
  @DisplayName("is gone, with its directory, soon after the JVM was killed -9")
  void goesWithAKilledJvm() throws Exception {
    try (Jvm jvm = Jvm.start(SharedServerMain.class)) {
      ServerProcesses server = new ServerProcesses(Long.parseLong(jvm.await("pid")));
      Path data = Path.of(jvm.await("data"));
      jvm.kill();
      eventually(() -> !server.isRunning() && Files.notExists(data.resolveSibling("server.log")));
    }
  }

  static void eventually(BooleanSupplier condition) throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(20).toNanos());
      Thread.sleep(20);
    }
  }
}
