package dev.holdfast.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableNameTest {

  @Test
  void foldsWhatIsNotQuoted() {
    assertThat(TableName.of("Sales.\"Or.ders\"")).isEqualTo(new TableName("sales", "Or.ders"));
    assertThat(TableName.of("\"a\"\"b\"")).isEqualTo(new TableName(null, "a\"b"));
  }

  @Test
  void aNameWithoutASchemaMatchesInAny() {
    assertThat(TableName.of("orders").matches(TableName.of("sales.orders"))).isTrue();
    assertThat(TableName.of("public.orders").matches(TableName.of("sales.orders"))).isFalse();
  }
}
