package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CirclesTest {

  @Test
  @DisplayName("trees, diamonds and chains have no circle")
  void none() {
    assertThat(Circles.in(Map.of("a", List.of("b", "c"), "b", List.of("d"), "c", List.of("d"))))
        .isEmpty();
  }

  @Test
  @DisplayName("each knot of circles gives one, the shortest through its first node")
  void one() {
    assertThat(
            Circles.in(
                Map.of(
                    "a", List.of("b", "x"),
                    "b", List.of("c"),
                    "c", List.of("a", "d"),
                    "d", List.of("a"),
                    "p", List.of("q", "a"),
                    "q", List.of("p"),
                    "s", List.of("s"))))
        .containsExactlyInAnyOrder(List.of("a", "b", "c"), List.of("p", "q"), List.of("s"));
  }

  @Test
  @DisplayName("a ring of ten thousand is found, and a chain as long does not overflow")
  void deep() {
    Map<String, List<String>> ring = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      ring.put("n" + i, List.of("n" + (i + 1) % 10_000));
    }
    assertThat(Circles.in(ring)).hasSize(1);
    ring.remove("n0");
    assertThat(Circles.in(ring)).isEmpty();
  }
}
