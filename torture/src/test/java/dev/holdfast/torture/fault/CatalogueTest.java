package dev.holdfast.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CatalogueTest {

  @Test
  @DisplayName("there is a fault for each number of the guarantees, and each says what it does")
  void complete() {
    Set<Integer> numbers = Catalogue.all().stream().map(Fault::number).collect(Collectors.toSet());

    assertThat(numbers).containsExactlyInAnyOrderElementsOf(Catalogue.numbers("all"));
    assertThat(Catalogue.all()).allSatisfy(f -> assertThat(f.title()).isNotBlank());
  }

  @Test
  @DisplayName("numbers are read as they are asked for; what is no fault is refused")
  void numbers() {
    assertThat(Catalogue.numbers("18, 1,6")).containsExactly(1, 6, 18);
    assertThatThrownBy(() -> Catalogue.numbers("27")).hasMessageContaining("1 to 26");
  }

  @Test
  @DisplayName("only faults that lose data or move clocks suspend an invariant")
  void suspended() {
    assertThat(Catalogue.all().stream().filter(f -> !f.suspended().isEmpty()).map(Fault::number))
        .containsExactlyInAnyOrder(13, 17, 18);
  }
}
