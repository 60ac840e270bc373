package dev.holdfast.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SoakSampleTest {

  @Test
  @DisplayName("what keeps rising is a leak; what goes up and down, or stays small, is none")
  void leaks() {
    assertThat(SoakSample.leaks(samples(i -> 100 + 20 * i))).hasSize(1);
    assertThat(SoakSample.leaks(samples(i -> 100 + 20 * (i % 3)))).isEmpty();
    assertThat(SoakSample.leaks(samples(i -> i))).isEmpty();
  }

  @Test
  @DisplayName("too few samples are no proof that nothing leaks")
  void tooFew() {
    assertThat(SoakSample.leaks(samples(i -> 1).subList(0, 2))).hasSize(1);
  }

  private static List<SoakSample> samples(LongUnaryOperator threads) {
    return LongStream.range(0, 30)
        .mapToObj(i -> new SoakSample(Map.of("threads", threads.applyAsLong(i))))
        .toList();
  }
}
