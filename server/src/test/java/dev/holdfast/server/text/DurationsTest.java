package dev.holdfast.server.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A duration")
class DurationsTest {
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "500ms, PT0.5S",
    "30s, PT30S",
    "5m, PT5M",
    "2h, PT2H",
    "1d, PT24H",
    "1m30s, PT1M30S",
    "PT30S, PT30S",
    "pt1.5s, PT1.5S",
    "0s, PT0S",
    "' 10S ', PT10S"
  })
  void isRead(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} is refused, and the message says what to write")
  @ValueSource(strings = {"", "30", "s", "1.5s", "30 s", "10x", "9999999999999d", "P"})
  void isRefused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write 500ms, 30s");
  }

  @ParameterizedTest(name = "{0} is shown as {1}")
  @CsvSource({
    "PT0.44S, 0.4 s",
    "PT18.9S, 18 s",
    "PT4M12S, 4 m 12 s",
    "PT3H5M, 3 h 5 m",
    "P2DT3H, 2 d 3 h",
    "PT-5S, 0.0 s"
  })
  void isShown(Duration duration, String expected) {
    assertThat(Durations.show(duration)).isEqualTo(expected);
  }
}
