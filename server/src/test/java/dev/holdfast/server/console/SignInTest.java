package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.http.HttpSettings;
import dev.holdfast.server.http.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SignInTest {
  private static ConsoleLab lab = ConsoleLab.start();
  private static final Browser BROWSER = SharedBrowser.get();

  @BeforeAll
  static void start() {
    lab.holdfast().leases().acquire("invoice/7");
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @Test
  void theTokenLeavesTheAddressAtOnceAndStaysInThisTab() {
    SharedBrowser.signedIn(lab, lab.admin(), "#/waits");
    assertThat(BROWSER.eval("return location.href")).isEqualTo(lab.url() + "#/waits");
    assertThat((String) BROWSER.eval("return document.documentElement.outerHTML"))
        .doesNotContain(lab.admin());
    assertThat(BROWSER.eval("return Object.keys(localStorage).map(k => localStorage[k]).join()"))
        .asString()
        .doesNotContain(lab.admin());
    assertThat(BROWSER.eval("return document.cookie")).isEqualTo("");
  }

  @Test
  void withoutATokenItAsksForOne() {
    open("");
    BROWSER.sees("label", "Access token");
    BROWSER.awaits("the focus", "return document.activeElement?.name === 'token'");
    BROWSER.keys(lab.admin() + "\uE007");
    BROWSER.sees(".name", "invoice/7");
  }

  @Test
  void aTokenThatIsNotTakenIsToldInASentence() {
    open("#token=wrong");
    BROWSER.sees("[role=alert]", "token");
    BROWSER.sees("label", "Access token");
  }

  @Test
  void whoSignsOutIsForgotten() {
    SharedBrowser.signedIn(lab, lab.admin(), "#/resources");
    BROWSER.click("[aria-label='Sign out']");
    BROWSER.sees("label", "Access token");
    assertThat(BROWSER.eval("return sessionStorage.length")).isEqualTo(0L);
  }

  @Test
  void aReaderSeesEverythingAndNoActs() {
    SharedBrowser.signedIn(lab, lab.token("rita", Role.READ), "#/resources?open=invoice/7");
    BROWSER.sees(".drawer .sentence", "invoice/7");
    BROWSER.sees(".where", "rita, read");
    assertThat(BROWSER.texts("button")).noneMatch(text -> text.startsWith("Release"));
    BROWSER.complainsNot();
  }

  @Test
  void aReadOnlyServiceOffersNoActsToAnybody() {
    try (ConsoleLab readOnly = ConsoleLab.start(HttpSettings.defaults().withReadOnly(true))) {
      readOnly.holdfast().leases().acquire("invoice/8");
      SharedBrowser.signedIn(readOnly, readOnly.admin(), "#/resources?open=invoice/8");
      BROWSER.sees(".where", "read-only");
      BROWSER.sees(".drawer .sentence", "invoice/8");
      assertThat(BROWSER.texts("button")).noneMatch(text -> text.startsWith("Release"));
    }
  }

  @Test
  void itWorksBelowAPathPrefix() {
    try (ConsoleLab below = ConsoleLab.start(HttpSettings.defaults().withPathPrefix("/a/b"))) {
      below.holdfast().leases().acquire("invoice/9");
      SharedBrowser.signedIn(below, below.admin(), "#/resources");
      BROWSER.sees(".name", "invoice/9");
      BROWSER.complainsNot();
    }
  }

  private static void open(String hash) {
    BROWSER.open(lab.url());
    BROWSER.script("sessionStorage.clear()");
    BROWSER.open("about:blank");
    BROWSER.open(lab.url() + hash);
  }
}
