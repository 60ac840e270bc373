package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.transaction.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Tables over HTTP, in the shape of the Iceberg REST catalog. */
@RestController
@RequestMapping("/v1")
class CatalogController {

  private final Catalog catalog;
  private final InFlight inFlight;

  CatalogController(Catalog catalog, InFlight inFlight) {
    this.catalog = catalog;
    this.inFlight = inFlight;
  }

  @PostMapping("/namespaces/{namespace}/tables")
  Map<String, JsonNode> create(@PathVariable String namespace, @RequestBody JsonNode body) {
    String name = Identifiers.name(body.path("name").asText());
    return answer(catalog.create(namespace, name));
  }

  @GetMapping("/namespaces/{namespace}/tables/{table}")
  Map<String, JsonNode> load(@PathVariable String namespace, @PathVariable String table) {
    return answer(catalog.load(namespace, table).metadata());
  }

  @PostMapping("/namespaces/{namespace}/tables/{table}")
  Map<String, JsonNode> commit(
      @PathVariable String namespace,
      @PathVariable String table,
      @RequestHeader(name = "Prefer", required = false) @Nullable String prefer,
      @RequestHeader(name = "X-Request-Id", required = false) @Nullable String id,
      @RequestBody JsonNode body) {
    TableChange change = TableChange.of(namespace, table, body);
    return answer(within(prefer, id, limits -> catalog.commit(change, limits)));
  }

  @PostMapping("/transactions/commit")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void commitAll(
      @RequestHeader(name = "Prefer", required = false) @Nullable String prefer,
      @RequestHeader(name = "X-Request-Id", required = false) @Nullable String id,
      @RequestBody JsonNode body) {
    List<TableChange> changes = new ArrayList<>();
    for (JsonNode change : body.path("table-changes")) {
      JsonNode identifier = change.path("identifier");
      changes.add(
          TableChange.of(
              Identifiers.namespace(identifier.path("namespace")),
              identifier.path("name").asText(),
              change));
    }
    within(prefer, id, limits -> catalog.commitAll(changes, limits));
  }

  private <T> T within(@Nullable String prefer, @Nullable String id, Function<Limits, T> commit) {
    Cancellation cancellation = inFlight.begin(id);
    try {
      return commit.apply(Limits.of(prefer, cancellation));
    } finally {
      inFlight.end(id, cancellation);
    }
  }

  private static Map<String, JsonNode> answer(TableMetadata metadata) {
    return Map.of("metadata", metadata.json());
  }
}
