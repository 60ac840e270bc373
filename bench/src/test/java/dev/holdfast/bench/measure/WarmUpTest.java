package dev.holdfast.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private final AtomicInteger runs = new AtomicInteger();

  private long warm(int mostRuns, long done, int operationsEach) throws Exception {
    return WarmUp.repeat(
        mostRuns,
        done,
        () -> {
          runs.incrementAndGet();
          return operationsEach;
        });
  }

  @Test
  @DisplayName(
      "one that is fast, or was warm with fewer callers, runs half of the time all the same")
  void fast() throws Exception {
    assertThat(warm(20, 1_000_000, 50_000)).isEqualTo(1_500_000);
    assertThat(runs).hasValue(10);
  }

  @Test
  @DisplayName("one that is slow goes on until it did enough, or until the time is over")
  void slow() throws Exception {
    warm(20, 0, 1_500);
    assertThat(runs).hasValue(14);
    warm(20, 0, 10);
    assertThat(runs).hasValue(14 + 20);
  }

  @Test
  @DisplayName("where there is one run only, it is one")
  void one() throws Exception {
    warm(1, 0, 10);
    assertThat(runs).hasValue(1);
  }
}
