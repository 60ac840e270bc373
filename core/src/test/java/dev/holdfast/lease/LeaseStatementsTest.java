package dev.holdfast.lease;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Prepared;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LeaseStatementsTest {

  @Test
  @DisplayName("every statement of LeaseSql prepares against the migrated schema")
  void allPrepare() throws Exception {
    try (Lab lab = new Lab(Isolation.READ_COMMITTED)) {
      Prepared.all(LeaseSql.class, lab.dataSource());
    }
  }
}
