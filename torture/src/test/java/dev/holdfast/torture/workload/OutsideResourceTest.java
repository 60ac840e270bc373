package dev.holdfast.torture.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OutsideResourceTest {

  @Test
  @DisplayName("a lower fence is refused, an equal or higher one accepted, each resource by itself")
  void refusesLower() throws IOException {
    try (OutsideResource outside = new OutsideResource()) {
      OutsideClient client = new OutsideClient(outside.port());
      assertThat(client.write("a", 7, 1)).isTrue();
      assertThat(client.write("a", 7, 2)).isTrue();
      assertThat(client.write("a", 6, 3)).isFalse();
      assertThat(client.write("b", 1, 4)).isTrue();
      assertThat(outside.refused()).isEqualTo(1);
      assertThat(outside.accepted())
          .extracting(OutsideResource.Accepted::value)
          .containsExactly(1L, 2L, 4L);
    }
  }

  @Test
  @DisplayName("a later epoch is above every fence of an earlier one")
  void epochs() {
    assertThat(Epochs.composed(2, 1)).isGreaterThan(Epochs.composed(1, 1_000_000_000));
    assertThat(Epochs.composed(0, 42)).isEqualTo(42);
  }
}
