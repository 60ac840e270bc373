package dev.holdfast.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private static final long MILLI = 1_000_000;

  @Test
  @DisplayName("turns of two processes are put in order by their fences")
  void handOvers() {
    Turns turns = new Turns(List.of(turn(2, 3, 4), turn(1, 1, 0), turn(2, 2, 2)));

    assertThat(turns.rate()).isEqualTo(500, within(1.0));
    assertThat(turns.micros(50)).isEqualTo(1_000, within(10.0));
    assertThat(turns.longestWaitMillis()).isEqualTo(5);
  }

  @Test
  @DisplayName("a caller that had no turn at all counts for the fairness")
  void fairness() {
    Turns turns = new Turns(List.of(turn(1, 1, 0), turn(1, 2, 2)));

    assertThat(turns.fairness(1)).isZero();
    assertThat(turns.fairness(2)).isEqualTo(1, within(1e-9));
  }

  @Test
  @DisplayName("L3: a key that was held twice at a time is never reported as fast")
  void overlap() {
    assertThatThrownBy(() -> new Turns(List.of(turn(1, 1, 0), turn(2, 2, 0))))
        .hasMessageContaining("held twice at a time");
  }

  @Test
  @DisplayName("turns of a peer without fences are put in order by their grants")
  void withoutFences() {
    Turns turns = new Turns(List.of(turn(2, 0, 4), turn(1, 0, 0), turn(2, 0, 2)));

    assertThat(turns.rate()).isEqualTo(500, within(1.0));
    assertThat(turns.micros(50)).isEqualTo(1_000, within(10.0));
    assertThatThrownBy(() -> new Turns(List.of(turn(1, 0, 0), turn(2, 0, 0))))
        .hasMessageContaining("held twice at a time");
  }

  @Test
  @DisplayName("a turn is read back from its line as it was written")
  void line() {
    Turn turn = turn(3, 7, 11);

    assertThat(Turn.parse(turn.line())).isEqualTo(turn);
  }

  /** Waits 5 ms, is granted then, holds for 1 ms. */
  private static Turn turn(int caller, long fence, long grantedMillis) {
    long granted = grantedMillis * MILLI;
    return new Turn(caller, fence, granted - 5 * MILLI, granted, granted + MILLI);
  }
}
