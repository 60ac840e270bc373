package dev.holdfast.torture.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockWatchTest {

  private static final long START = 1_000;

  @TempDir private Path directory;
  private final List<String> said = new ArrayList<>();
  private long passed = START;
  private long wall = 1_700_000_000_000L;

  private void pass(long millis) {
    passed += millis;
    wall += millis;
  }

  /** What is written of one step of the clock after some time without one. */
  private List<Operation> jumps(long step) {
    Path file = directory.resolve("x.history");
    try (Recorder recorder = Recorder.open(file);
        ClockWatch watch =
            new ClockWatch(
                () -> TimeUnit.MILLISECONDS.toNanos(passed), () -> wall, recorder, said::add)) {
      for (int i = 0; i < 1_000; i++) {
        pass(20);
        watch.compare();
      }
      pass(20);
      wall += step;
      watch.compare();
      pass(20);
      watch.compare();
    }
    return History.read(List.of(file)).operations();
  }

  @ParameterizedTest
  @ValueSource(longs = {2_107, -3_600_000})
  @DisplayName("a clock that is set is written down: between which looks, and by how much")
  void jumped(long step) {
    List<Operation> jumps = jumps(step);
    assertThat(jumps).hasSize(1);
    Operation jump = jumps.get(0);
    assertThat(jump.kind()).isEqualTo(Kind.JUMP);
    assertThat(jump.facts().value()).isEqualTo(step);
    assertThat(jump.invokedAt()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(START + 20_000));
    assertThat(jump.completedAt()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(START + 20_020));
    assertThat(said).singleElement().asString().contains("jumped by " + step + " ms");
  }

  @Test
  @DisplayName("a clock that is corrected little by little has not jumped")
  void steady() {
    assertThat(jumps(9)).isEmpty();
    assertThat(said).isEmpty();
  }
}
