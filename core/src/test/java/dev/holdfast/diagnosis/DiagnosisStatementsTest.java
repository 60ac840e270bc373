package dev.holdfast.diagnosis;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Prepared;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DiagnosisStatementsTest {

  @Test
  @DisplayName("every statement of DiagnosisSql prepares against the migrated schema")
  void allPrepare() throws Exception {
    try (Lab lab = new Lab(Isolation.READ_COMMITTED)) {
      Prepared.all(DiagnosisSql.class, lab.dataSource());
    }
  }
}
