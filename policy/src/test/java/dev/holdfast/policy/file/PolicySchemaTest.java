package dev.holdfast.policy.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Evalium;
import dev.holdfast.policy.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The JSON Schema and the reader")
class PolicySchemaTest {

  private static final SchemaValidator SCHEMA = new SchemaValidator(PolicySchema.json());
  private static final String START = "holdfast-policy: 1\nclusters: {a: {tables: [x]}}\n";

  static Stream<String> good() {
    return Stream.of(
        "",
        "title: t\nnote: n",
        "reporting: {tables: []}",
        "reporting: {note: n, tables: [r, {name: s, note: m}]}",
        "operations: {}",
        "operations: {O: {}}",
        "operations: {O: {cluster: TBD, tables: TBD, entry-points: TBD, helpers: TBD}}",
        "operations: {O: {cluster: a, tables: [x], entry-points: [p.C.m], helpers: [h], note: n}}",
        "helpers: {}",
        "helpers: {packages: [p], per-transaction: 0, one-table: false}",
        "exemptions: []",
        "exemptions: [{rule: order}]",
        "exemptions: [{rule: unfolded, files: ['**/old/*.java'], reason: r, until: 2030-02-28}]",
        "exemptions: [{rule: never, tables: [x], operations: [O], reason: r, until: 2030-02-28}]",
        "sections: [{title: t, text: x}]");
  }

  static Stream<String> bad() {
    return Stream.of(
        "titel: t",
        "title: 7",
        "title: ''",
        "title: [a]",
        "reporting: {}",
        "reporting: {tables: x}",
        "reporting: {tables: [x y]}",
        "reporting: {tables: [{rule: never}]}",
        "reporting: {tables: [{name: x, rule: sometimes}]}",
        "reporting: {tables: [{name: x, rule: Never}]}",
        "reporting: {tables: [1]}",
        "operations: [O]",
        "operations: {O: a}",
        "operations: {O: {tables: later}}",
        "operations: {O: {entry-points: [[m]]}}",
        "operations: {O: {cluster: 1}}",
        "helpers: {per-transaction: -1}",
        "helpers: {per-transaction: 1000}",
        "helpers: {per-transaction: one}",
        "helpers: {one-table: yes}",
        "exemptions: {rule: order}",
        "exemptions: [{tables: [x]}]",
        "exemptions: [{rule: everything}]",
        "exemptions: [{rule: order, until: soon}]",
        "exemptions: [{rule: order, tables: x}]",
        "exemptions: [{rule: unreadable, files: x}]",
        "sections: [{title: t}]",
        "sections: [{title: t, text: x, more: y}]");
  }

  static Stream<String> badStart() {
    return Stream.of(
        "clusters: {}",
        "holdfast-policy: 1",
        "holdfast-policy: 2\nclusters: {}",
        "holdfast-policy: one\nclusters: {}",
        "holdfast-policy: 1\nclusters: []",
        "holdfast-policy: 1\nclusters: {a: {}}",
        "holdfast-policy: 1\nclusters: {a: {tables: [x], order: random}}",
        "holdfast-policy: 1\nclusters: {a: {tables: [x], alone: 1}}",
        "holdfast-policy: 1\nclusters: {reporting: {tables: [x]}}",
        "- a");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("good")
  @DisplayName("P1: the JSON Schema and the reader accept the same files")
  void accepted(String rest) {
    assertThat(SCHEMA.accepts(START + rest)).isTrue();
    assertThat(PolicyReaderTest.error(START + rest)).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bad")
  @DisplayName("P1: the JSON Schema and the reader refuse the same files")
  void refused(String rest) {
    assertThat(SCHEMA.accepts(START + rest)).isFalse();
    assertThat(PolicyReaderTest.error(START + rest)).isNotNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badStart")
  @DisplayName("P1: the JSON Schema and the reader refuse the same beginnings")
  void refusedStart(String text) {
    assertThat(SCHEMA.accepts(text)).isFalse();
    assertThat(PolicyReaderTest.error(text)).isNotNull();
  }

  @Test
  @DisplayName(
      "P1: the JSON Schema and the reader read the two files of the source, and know the same rules")
  void source() throws IOException {
    assertThat(SCHEMA.accepts(Files.readString(Evalium.AS_WRITTEN))).isTrue();
    assertThat(SCHEMA.accepts(Files.readString(Evalium.CORRECTED))).isTrue();
    assertThat(
            at(
                SchemaValidator.load(PolicySchema.json()),
                "$defs",
                "exemption",
                "properties",
                "rule",
                "enum"))
        .isEqualTo(Rule.ids());
  }

  private static @Nullable Object at(@Nullable Object json, String... keys) {
    Object value = json;
    for (String key : keys) {
      value = SchemaValidator.map(value).get(key);
    }
    return value;
  }
}
