package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/**
 * What a catalog knows of a table: its uuid, snapshots, branches and properties. Checks
 * requirements and applies updates; what it does not know it refuses.
 */
record TableMetadata(ObjectNode json) {

  /** A table without snapshots. */
  static TableMetadata create() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("format-version", 2);
    json.put("table-uuid", UUID.randomUUID().toString());
    json.put("last-sequence-number", 0);
    json.putArray("snapshots");
    json.putObject("refs");
    json.putObject("properties");
    return new TableMetadata(json);
  }

  /** Throws unless all of these are so. */
  void require(JsonNode requirements) {
    requirements.forEach(this::requireOne);
  }

  private void requireOne(JsonNode requirement) {
    switch (requirement.path("type").asText()) {
      case "assert-table-uuid" -> {
        String expected = requirement.path("uuid").asText();
        String actual = json.path("table-uuid").asText();
        expect("the table's uuid", actual, expected);
      }
      case "assert-ref-snapshot-id" -> {
        String ref = requirement.path("ref").asText();
        String expected = number(requirement.path("snapshot-id"));
        String actual = number(json.path("refs").path(ref).path("snapshot-id"));
        expect("the snapshot of branch " + ref, actual, expected);
      }
      default -> throw CatalogException.badRequest("Unknown requirement: " + requirement);
    }
  }

  private static void expect(String what, String actual, String expected) {
    if (!actual.equals(expected)) {
      throw CatalogException.requirementFailed(
          "%s is %s, not %s".formatted(what, actual, expected));
    }
  }

  private static String number(JsonNode id) {
    return id.isIntegralNumber() ? id.asText() : "none";
  }

  /** The table after these updates. */
  TableMetadata with(JsonNode updates) {
    TableMetadata next = new TableMetadata(json.deepCopy());
    updates.forEach(next::apply);
    return next;
  }

  private void apply(JsonNode update) {
    switch (update.path("action").asText()) {
      case "add-snapshot" -> addSnapshot(update.path("snapshot"));
      case "set-snapshot-ref" ->
          json.withObjectProperty("refs")
              .withObjectProperty(update.path("ref-name").asText())
              .put("type", update.path("type").asText("branch"))
              .put("snapshot-id", update.path("snapshot-id").asLong());
      case "remove-snapshot-ref" ->
          json.withObjectProperty("refs").remove(update.path("ref-name").asText());
      case "set-properties" ->
          update
              .path("updates")
              .properties()
              .forEach(e -> json.withObjectProperty("properties").set(e.getKey(), e.getValue()));
      case "remove-properties" ->
          update
              .path("removals")
              .forEach(name -> json.withObjectProperty("properties").remove(name.asText()));
      default -> throw CatalogException.badRequest("Unknown update: " + update);
    }
  }

  /** Numbered by the catalog, under the lock: the numbers have no gap and no double. */
  private void addSnapshot(JsonNode snapshot) {
    long number = json.path("last-sequence-number").asLong() + 1;
    json.put("last-sequence-number", number);
    ObjectNode numbered = json.withArray("snapshots").addObject();
    numbered.put("snapshot-id", snapshot.path("snapshot-id").asLong());
    numbered.put("sequence-number", number);
  }
}
