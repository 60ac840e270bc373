package dev.holdfast.server.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JSON")
class JsonTest {
  @Test
  @DisplayName("has objects, lists, times, nulls, and fences as strings")
  void writesAll() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("resource", "a/b");
    row.put("fence", Long.MAX_VALUE);
    row.put("waiting", 3);
    row.put("since", Instant.parse("2026-01-02T03:04:05Z"));
    row.put("expiresIn", Duration.ofMillis(1500));
    row.put("tags", Arrays.asList("x", null, true));
    assertThat(Json.write(List.of(row, Map.of())))
        .isEqualTo(
            "[{\"resource\":\"a/b\",\"fence\":\"9223372036854775807\",\"waiting\":3,"
                + "\"since\":\"2026-01-02T03:04:05.000Z\",\"expiresIn\":1.5,"
                + "\"tags\":[\"x\",null,true]},{}]");
  }

  @Test
  @DisplayName("escapes quotes, control characters and lone surrogates, and keeps the rest")
  void escapes() {
    assertThat(Json.write("\"\\\n\t\u0001\u007f\ud800é😀"))
        .isEqualTo("\"\\\"\\\\\\n\\t\\u0001\\u007f\\ud800é😀\"");
  }
}
