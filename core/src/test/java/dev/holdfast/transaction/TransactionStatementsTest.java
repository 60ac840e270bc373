package dev.holdfast.transaction;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Prepared;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransactionStatementsTest {

  @Test
  @DisplayName("every statement of TransactionSql prepares against the migrated schema")
  void allPrepare() throws Exception {
    try (Lab lab = new Lab(Isolation.READ_COMMITTED)) {
      Prepared.all(TransactionSql.class, lab.dataSource());
    }
  }
}
