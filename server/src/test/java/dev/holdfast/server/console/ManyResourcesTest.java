package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ManyResourcesTest {
  private static final ConsoleLab LAB = ConsoleLab.start();
  private static final Browser BROWSER = SharedBrowser.get();

  @AfterAll
  static void stop() {
    LAB.close();
  }

  @Test
  void aHundredThousandResourcesAreAFewRowsOnThePage() {
    LAB.sql(
        """
        insert into holdfast.lease (
          bucket, resource, fence, holder, token_hash, locked_at, locked_until, ttl)
        select 0, 'many/' || lpad(n::text, 6, '0'), 1, 'loader', sha256(n::text::bytea),
               clock_timestamp(), clock_timestamp() + interval '1 hour', interval '1 hour'
        from generate_series(1, 100000) n
        """);
    SharedBrowser.signedIn(LAB, LAB.admin(), "#/resources?prefix=many/");
    BROWSER.sees(".resource", "many/000001");
    for (int i = 0; i < 8; i++) {
      BROWSER.script(
          "const list = document.querySelector('.virtual'); list.scrollTop = list.scrollHeight");
      int loaded = 200 + 500 * (i + 1);
      BROWSER.awaits(
          loaded + " rows",
          "return document.querySelector('.rest').textContent.replace(/[^0-9]/g, '') >= arguments[0]",
          loaded);
    }
    assertThat(BROWSER.count(".resource")).isLessThan(100);
    BROWSER.script("location.hash = '#/resources?prefix=many/0999'");
    BROWSER.sees(".resource", "many/099900");
    BROWSER.sees(".rest", "100 resources");
    BROWSER.complainsNot();
  }
}
