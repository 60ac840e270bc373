package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
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

  @Test
  @DisplayName("is yours if HOLDFAST_TEST_URL says so, and can't be killed from here")
  void yours() throws Exception {
    try (PostgresServer given = PostgresServer.start(18);
        Jvm jvm =
            Jvm.start(
                List.of(),
                Map.of("HOLDFAST_TEST_URL", given.url("postgres") + "?user=postgres&ssl=false"),
                YoursMain.class)) {
      assertThat(jvm.await("server")).endsWith(":" + given.port() + "/");
      assertThat(jvm.await("same")).isEqualTo("true");
      assertThat(jvm.await("answer")).isEqualTo("42");
      assertThat(jvm.await("refused")).contains("is yours (HOLDFAST_TEST_URL)");
      assertThat(given.isRunning()).isTrue();
    }
  }

  static void eventually(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(60).toNanos());
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
