package dev.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  @DisplayName("the median is the middle one, or the mean of the two in the middle")
  void median() {
    assertThat(new Samples(List.of(9.0, 1.0, 2.0)).median()).isEqualTo(2);
    assertThat(new Samples(List.of(4.0, 1.0, 2.0, 9.0)).median()).isEqualTo(3);
  }

  @Test
  @DisplayName("a ratio is taken round by round, so that a slow round slows both sides")
  void ratios() {
    Samples ours = new Samples(List.of(100.0, 50.0, 90.0));
    Samples bare = new Samples(List.of(200.0, 100.0, 100.0));

    Samples ratio = ours.over(bare);

    assertThat(ratio.values()).containsExactly(0.5, 0.5, 0.9);
    assertThat(ratio.median()).isEqualTo(0.5);
    assertThat(ratio.min()).isEqualTo(0.5);
    assertThat(ratio.max()).isEqualTo(0.9);
  }

  @Test
  @DisplayName("a ratio of unequal numbers of rounds is refused")
  void unequalRounds() {
    Samples one = new Samples(List.of(1.0));
    Samples two = new Samples(List.of(1.0, 2.0));

    assertThatThrownBy(() -> one.over(two)).hasMessageContaining("1 and 2");
  }

  @Test
  @DisplayName("the variation is 0 for equal shares and grows with the difference")
  void variation() {
    assertThat(Samples.variation(List.of(7, 7, 7))).isZero();
    assertThat(Samples.variation(List.of(0, 10))).isEqualTo(1, within(1e-9));
    assertThat(Samples.variation(List.of())).isZero();
  }
}
