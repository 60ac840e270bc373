package dev.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  @DisplayName("text is escaped, also control characters")
  void text() {
    assertThat(Json.write("a \"b\" \\ \n \u0007 ×").strip())
        .isEqualTo("\"a \\\"b\\\" \\\\ \\n \\u0007 ×\"");
  }

  @Test
  @DisplayName("what is not a number becomes null, whole numbers have no fraction")
  void numbers() {
    assertThat(Json.write(Arrays.asList(1.0, 0.25, Double.NaN, 12345.67, 7)).strip())
        .isEqualTo("[1, 0.2500, null, 12345.7, 7]");
  }

  @Test
  @DisplayName("objects and lists are nested and indented")
  void nested() {
    assertThat(Json.write(Map.of("a", List.of(Map.of("b", true)))))
        .isEqualTo(
            """
            {
              "a": [
                {
                  "b": true
                }
              ]
            }
            """);
  }
}
