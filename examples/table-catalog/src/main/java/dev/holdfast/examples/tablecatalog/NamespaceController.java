package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Namespaces, cancelling, and metrics over HTTP. */
@RestController
class NamespaceController {

  private final Namespaces namespaces;
  private final InFlight inFlight;
  private final CatalogMetrics metrics;

  NamespaceController(Namespaces namespaces, InFlight inFlight, CatalogMetrics metrics) {
    this.namespaces = namespaces;
    this.inFlight = inFlight;
    this.metrics = metrics;
  }

  @PostMapping("/v1/namespaces")
  Map<String, JsonNode> create(@RequestBody JsonNode body) {
    String name = Identifiers.namespace(body.path("namespace"));
    namespaces.create(name, body.path("properties"));
    return Map.of("namespace", body.path("namespace"), "properties", namespaces.properties(name));
  }

  @GetMapping("/v1/namespaces/{namespace}")
  Map<String, JsonNode> get(@PathVariable String namespace) {
    return Map.of("properties", namespaces.properties(namespace));
  }

  @PostMapping("/v1/namespaces/{namespace}/properties")
  Map<String, JsonNode> update(@PathVariable String namespace, @RequestBody JsonNode body) {
    return Map.of(
        "properties", namespaces.update(namespace, body.path("updates"), body.path("removals")));
  }

  /** Ends the wait of a commit that was sent with this X-Request-Id. */
  @DeleteMapping("/v1/requests/{id}")
  ResponseEntity<Void> cancel(@PathVariable String id) {
    return ResponseEntity.status(inFlight.cancel(id) ? 202 : 404).build();
  }

  @GetMapping(path = "/metrics", produces = MediaType.TEXT_PLAIN_VALUE)
  String metrics() {
    return metrics.text();
  }
}
