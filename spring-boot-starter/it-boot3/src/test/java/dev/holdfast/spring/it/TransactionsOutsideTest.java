package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.spring.CurrentLease;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.core.Ordered;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class TransactionsOutsideTest {

  @EnableTransactionManagement(proxyTargetClass = true, order = Ordered.HIGHEST_PRECEDENCE)
  static class OutermostTransactions extends InvoiceApp {}

  @Test
  @DisplayName("even an application that wants transactions outermost gets the lease around them")
  void byConstruction() {
    AtomicBoolean heldAtTheEnd = new AtomicBoolean();
    try (TestDatabase database = App.database();
        App app = App.plain(database, OutermostTransactions.class)) {
      InvoiceService service = app.get(InvoiceService.class);
      service.insert(1);
      service.advance(
          1,
          () ->
              TransactionSynchronizationManager.registerSynchronization(
                  new TransactionSynchronization() {
                    @Override
                    public void afterCompletion(int status) {
                      heldAtTheEnd.set(CurrentLease.find().map(Lease::isHeld).orElse(false));
                    }
                  }));
      assertThat(service.step(1)).isEqualTo(1);
    }
    assertThat(heldAtTheEnd).isTrue();
  }
}
