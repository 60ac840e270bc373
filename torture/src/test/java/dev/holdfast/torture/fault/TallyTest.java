package dev.holdfast.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TallyTest {

  @Test
  @DisplayName("a strike hit only if it tells of something, and of nothing that was not there")
  void whatIsHit() {
    assertThat(evidence().isHit()).isFalse();
    assertThat(evidence(0).isHit()).isFalse();
    assertThat(evidence(2, 0).isHit()).isFalse();
    assertThat(evidence(-3).isHit()).isFalse();
    assertThat(evidence(2, 1).isHit()).isTrue();
    assertThat(evidence(2, 1)).hasToString("hit 2 things, 1 things");
    assertThat(evidence(2, 0)).hasToString("MISSED 2 things, 0 things");
    assertThat(evidence()).hasToString("MISSED all");
  }

  @Test
  @DisplayName("misses are not counted as hits; a fault that never hit is complained of")
  void neverHit() {
    Tally tally = new Tally();
    tally.count(1, evidence(1));
    tally.count(1, evidence(0));
    tally.count(24, evidence(0));
    assertThat(tally.hits()).isEqualTo(Map.of(1, 1));
    assertThat(tally.missed()).isEqualTo(Map.of(1, 1, 24, 1));
    assertThat(tally.complaints())
        .containsExactly("24 was played and never hit, 1 times: MISSED 0 things");
  }

  @Test
  @DisplayName("the figures of several stages add up")
  void adds() {
    Tally all = new Tally();
    for (int stage = 0; stage < 2; stage++) {
      Tally one = new Tally();
      one.count(17, evidence(1));
      one.count(17, evidence(0));
      all.add(one);
    }
    assertThat(all.hits()).isEqualTo(Map.of(17, 2));
    assertThat(all.missed()).isEqualTo(Map.of(17, 2));
  }

  private static Evidence evidence(long... counts) {
    Evidence evidence = new Evidence();
    for (long count : counts) {
      evidence.add(count, "things");
    }
    return evidence;
  }
}
