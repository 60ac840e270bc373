package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A table")
class TableTest {
  @Test
  @DisplayName("has columns as wide as their widest cell and no blanks at the end")
  void aligns() {
    Table table = new Table("RESOURCE", "FENCE");
    table.row("a", "1");
    table.row("longer-than-that", "22");
    assertThat(table.toString())
        .isEqualTo(
            """
            RESOURCE          FENCE
            a                 1
            longer-than-that  22
            """);
  }

  @Test
  @DisplayName("lets no name steer the terminal")
  void hidesControlCharacters() {
    assertThat(Table.visible("a\u001b[31mb\nc")).isEqualTo("a\ufffd[31mb\ufffdc");
  }
}
