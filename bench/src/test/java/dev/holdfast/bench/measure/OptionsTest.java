package dev.holdfast.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

  @Test
  @DisplayName("without options everything is measured, in five rounds")
  void defaults() {
    Options options = Options.parse();

    assertThat(options.rounds()).isEqualTo(5);
    assertThat(options.length()).isEqualTo(Duration.ofSeconds(1));
    assertThat(options.scenarios()).containsExactlyInAnyOrderElementsOf(Choice.SCENARIOS);
    assertThat(options.choice().peers()).containsExactlyInAnyOrderElementsOf(Choice.PEERS);
    assertThat(options.pace().churn()).isEqualTo(Duration.ofMinutes(10));
    assertThat(options.json()).hasToString("bench/results/latest.json");
  }

  @Test
  @DisplayName("a short run does not overwrite the results of a full one")
  void shortForm() {
    Options options =
        Options.parse("--scenario", "pairs, counts,pairs", "--short", "--rounds", "3");

    assertThat(options.isShort()).isTrue();
    assertThat(options.rounds()).isEqualTo(3);
    assertThat(options.scenarios()).isEqualTo(Set.of("pairs", "counts"));
    assertThat(options.json()).hasToString("bench/target/short.json");
  }

  @Test
  @DisplayName("a short run measures no peers and nothing that takes minutes")
  void shortDefaults() {
    Options options = Options.parse("--short");

    assertThat(options.choice().peers()).isEmpty();
    assertThat(options.scenarios())
        .contains("counts", "http")
        .doesNotContain("memory", "waiters", "growth", "churn");
  }

  @ParameterizedTest(name = "{0} is refused: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --seconds x           | takes a number, not x
          --seconds 0           | between 0.05 and 60
          --rounds 0            | between 1 and 100
          --rounds              | needs a value
          --scenario fast       | some of counts, pairs
          --peers redis         | some of shedlock, registry
          --minutes 0           | between 0.02 and 1440
          --fast                | there is no option --fast
          --url jdbc:postgresql://h | looks like jdbc:postgresql://
          --url postgres://h    | looks like jdbc:postgresql://
          --url jdbc:postgresql://h/d?password=x | does not belong on the command line
          """)
  void refused(String line, String complaint) {
    assertThatThrownBy(() -> Options.parse(line.split(" ", -1)))
        .isInstanceOf(Options.UsageException.class)
        .hasMessageContaining(complaint);
  }
}
