package dev.holdfast.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A child JVM")
@Timeout(60)
final class ChildJvmTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private ChildJvm child;

  @BeforeEach
  void start() {
    child = ChildJvm.start(ParrotMain.class, "re: ");
  }

  @AfterEach
  void end() {
    child.close();
    assertThat(child.isAlive()).isFalse();
    assertThat(ProcessHandle.of(child.pid())).isEmpty();
  }

  @Test
  @DisplayName("answers line by line")
  void answers() {
    assertThat(child.ask("hello", SOON)).isEqualTo("re: hello");
    assertThat(child.ask("wörld", SOON)).isEqualTo("re: wörld");
  }

  @Test
  @DisplayName("can be stopped, says nothing then, and goes on as if nothing had been")
  void stops() {
    assumeThat(ChildJvm.canStop()).as("processes can be stopped here").isTrue();
    assertThat(child.ask("one", SOON)).isEqualTo("re: one");
    assertThat(child.isStopped()).isFalse();
    child.stop();
    assertThat(child.isStopped()).isTrue();
    assertThatThrownBy(() -> child.ask("two", Duration.ofMillis(300)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("said nothing");
    child.cont();
    assertThat(child.hear(SOON)).isEqualTo("re: two");
    assertThat(child.isStopped()).isFalse();
  }

  @Test
  @DisplayName("that is stopped can be killed")
  void killedWhileStopped() {
    assumeThat(ChildJvm.canStop()).as("processes can be stopped here").isTrue();
    child.stop();
    child.kill();
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  @DisplayName("that fails says why to whoever listens, each time")
  void fails() {
    child.tell("fail");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> child.hear(SOON))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("has ended")
          .hasMessageContaining("the parrot is unwell");
    }
  }

  @Test
  @DisplayName("ends by itself with its exit code")
  void exits() {
    child.tell("exit 7");
    assertThat(child.awaitEnd(SOON)).isTrue();
    assertThat(child.exitCode()).isEqualTo(7);
  }
}
