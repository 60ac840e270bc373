package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LeaseLostException;
import dev.holdfast.embedded.TestDatabase;
import org.jooq.DSLContext;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** On Boot 3 only: the jOOQ of Boot 4 needs Java 21, and this is compiled for 17. */
class JooqTest {

  @Test
  @DisplayName("jOOQ takes part in the guarded transaction: a lost lease can't commit through it")
  void guards() {
    try (TestDatabase database = App.database();
        App app = App.plain(database, InvoiceApp.class)) {
      InvoiceService service = app.get(InvoiceService.class);
      DSLContext jooq = app.get(DSLContext.class);
      service.insert(1);
      String update = "update invoice set step = step + 1 where id = 1";
      service.under("kept", () -> service.proxy().inTransaction(() -> jooq.execute(update)));
      assertThat(service.step(1)).isEqualTo(1);
      assertThatThrownBy(
              () ->
                  service.under(
                      "lost",
                      () -> {
                        service.loseIt();
                        return service.proxy().inTransaction(() -> jooq.execute(update));
                      }))
          .isInstanceOf(LeaseLostException.class);
      assertThat(service.step(1)).isEqualTo(1);
    }
  }
}
