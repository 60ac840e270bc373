package dev.holdfast.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CalmTest {

  private final AtomicInteger measured = new AtomicInteger();
  private final List<Integer> pauses = new ArrayList<>();

  /** Which of the measurements counts, if of 100 ticks so many are stolen in each of them. */
  private int counted(Integer... stolen) throws Exception {
    Deque<Ticks> looks = new ArrayDeque<>();
    for (int each : stolen) {
      looks.add(new Ticks(1_000, 5_000));
      looks.add(new Ticks(1_000 + each, 5_100));
    }
    return Calm.of(measured::incrementAndGet, looks::remove, pauses::add);
  }

  @Test
  @DisplayName("a measurement that was not disturbed counts, and is the only one")
  void calm() throws Exception {
    assertThat(counted(5)).isEqualTo(1);
    assertThat(measured).hasValue(1);
    assertThat(pauses).isEmpty();
  }

  @Test
  @DisplayName("one of which much was stolen is repeated until one is calm")
  void again() throws Exception {
    assertThat(counted(30, 6, 2)).isEqualTo(3);
  }

  @Test
  @DisplayName("where none is calm the least disturbed of four counts")
  void bounded() throws Exception {
    assertThat(counted(30, 12, 20, 13)).isEqualTo(2);
    assertThat(measured).hasValue(4);
    assertThat(pauses).as("ever longer, a storm may pass").containsExactly(2, 4, 8);
  }

  @Test
  @DisplayName("what the kernel tells is read; where it tells nothing, nothing is stolen")
  void parsed() {
    Ticks ticks = Ticks.parse("cpu  100 5 40 800 10 0 20 25 7 0\ncpu0 1 2 3 4\n");
    assertThat(ticks).isEqualTo(new Ticks(25, 1_000));
    assertThat(ticks.stolenSince(new Ticks(5, 800))).isEqualTo(0.1);
    for (String nothing : List.of("", "cpu  1 2 3 4")) {
      assertThat(Ticks.parse(nothing).stolen()).isZero();
    }
    assertThat(new Ticks(0, 0).stolenSince(new Ticks(0, 0))).isZero();
  }
}
