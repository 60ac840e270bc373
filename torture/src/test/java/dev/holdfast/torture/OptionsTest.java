package dev.holdfast.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.torture.workload.Shape.Activity;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OptionsTest {

  @Test
  @DisplayName("the command line says how long, with which seed, which faults, which work")
  void parses() {
    Options options =
        Options.parse(
            new String[] {
              "--minutes", "1.5", "--seed", "7", "--fault", "1,6", "--workload", "leases,claims"
            });
    assertThat(options.time()).isEqualTo(Duration.ofSeconds(90));
    assertThat(options.seed()).isEqualTo(7);
    assertThat(options.faults()).containsExactly(1, 6);
    assertThat(options.activities()).containsOnly(Activity.LEASES, Activity.CLAIMS);
  }

  @Test
  @DisplayName("without a word everything is tortured, for ten minutes")
  void defaults() {
    Options options = Options.parse(new String[0]);
    assertThat(options.faults()).hasSize(26);
    assertThat(options.time()).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  @DisplayName("what it does not know, it says")
  void complains() {
    assertThatThrownBy(() -> Options.parse(new String[] {"--mintues", "3"}))
        .hasMessageContaining("--mintues");
    assertThatThrownBy(() -> Options.parse(new String[] {"--minutes"}))
        .hasMessageContaining("needs a value");
    assertThatThrownBy(() -> Options.parse(new String[] {"--minutes", "0"}))
        .hasMessageContaining("more than 0");
  }
}
