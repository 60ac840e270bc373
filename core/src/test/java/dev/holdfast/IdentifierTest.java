package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifierTest {

  @Test
  @DisplayName("names are quoted as they stand in the catalog, a schema before a dot")
  void quoted() {
    assertThat(Identifier.table("orders").sql()).isEqualTo("\"orders\"");
    assertThat(Identifier.table("sales.Order Lines").sql()).isEqualTo("\"sales\".\"Order Lines\"");
    assertThat(Identifier.column("executionLockId").sql()).isEqualTo("\"executionLockId\"");
    assertThat(Identifier.column("größe").name()).isEqualTo("größe");
    assertThat(Identifier.table("select").sql()).isEqualTo("\"select\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "a.",
        ".b",
        "a.b.c",
        "a\"; drop table x; --",
        "\"orders\"",
        "a;b",
        "a?b",
        "a$1'",
        "a\nb",
        "a\u0000b",
        "1234567890123456789012345678901234567890123456789012345678901234",
        "öööööööööööööööööööööööööööööööö"
      })
  @DisplayName("a name that could be anything else than a name is refused")
  void refused(String name) {
    assertThatThrownBy(() -> Identifier.table(name)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  @DisplayName("a column has no dot")
  void noDot() {
    assertThatThrownBy(() -> Identifier.column("a.b"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("character 2");
  }
}
