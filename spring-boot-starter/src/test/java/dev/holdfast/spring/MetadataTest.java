package dev.holdfast.spring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MetadataTest {

  private static final String FILE = "/META-INF/spring-configuration-metadata.json";

  @Test
  @DisplayName("every property has a description and, unless null, a default for IDEs")
  void described() throws IOException {
    Map<String, String> descriptions = new TreeMap<>();
    for (JsonNode property : properties()) {
      descriptions.put(property.path("name").asText(), property.path("description").asText());
    }
    assertThat(descriptions.keySet())
        .contains(
            "holdfast.data-source",
            "holdfast.schema",
            "holdfast.holder",
            "holdfast.patience",
            "holdfast.max-pending",
            "holdfast.lock-timeout",
            "holdfast.lease.ttl",
            "holdfast.lease.wait",
            "holdfast.retry.attempts",
            "holdfast.workers.stop-timeout",
            "holdfast.problem-details.enabled");
    assertThat(descriptions)
        .allSatisfy(
            (name, description) -> assertThat(description).as(name).isNotBlank().endsWith("."));
  }

  private static JsonNode properties() throws IOException {
    try (InputStream file = MetadataTest.class.getResourceAsStream(FILE)) {
      return new ObjectMapper().readTree(requireNonNull(file)).path("properties");
    }
  }
}
