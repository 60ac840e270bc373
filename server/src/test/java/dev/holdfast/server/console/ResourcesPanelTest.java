package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ResourcesPanelTest {
  private static final String ESCAPE = "\uE00C";
  private static final String ENTER = "\uE007";
  private static final String HOSTILE = "<img src=x onerror=document.title='hacked'>";
  private static final ConsoleLab LAB = ConsoleLab.start();
  private static final Browser BROWSER = SharedBrowser.get();

  @BeforeAll
  static void situation() {
    LAB.hold("invoice/7", "web-3");
    LAB.hold("invoice/8", "web-1");
    LAB.hold("invoices", "web-1"); // so that two are left of the whole prefix only
    LAB.hold("tenant/acme", "web-2");
    LAB.hold("mail/out", "mailer").close();
    LAB.hold(HOSTILE, "\"><script>document.title='hacked'</script>");
    LAB.hold("javascript:alert(1)//", "'onmouseover='document.title=1");
  }

  @AfterAll
  static void stop() {
    LAB.close();
  }

  @Test
  void aLineReadsAsTheSentenceOfItsResource() {
    signedIn("#/resources?prefix=invoice/");
    BROWSER.sees(".resource", "invoice/7");
    assertThat(BROWSER.texts(".resource:not(.head) .name"))
        .containsExactly("invoice/7", "invoice/8");
    assertThat(BROWSER.texts("#row-0 > span").subList(1, 3)).containsExactly("invoice/7", "web-3");
    assertThat((String) BROWSER.eval("return document.querySelector('#row-0').title"))
        .startsWith("invoice/7 held")
        .contains("by web-3", "fence 1", "expires in");
    BROWSER.complainsNot();
  }

  @Test
  void whatIsNewAppearsWithoutAReload() {
    signedIn("#/resources?prefix=fresh/");
    BROWSER.sees(".empty", "No resource matches");
    try (Lease lease = LAB.hold("fresh/1", "web-9")) {
      BROWSER.sees(".resource", "fresh/1");
      assertThat(lease.isHeld()).isTrue();
    }
    BROWSER.sees(".resource", "free");
  }

  @Test
  void theStateFiltersToo() {
    signedIn("#/resources?state=free");
    BROWSER.sees(".resource", "mail/out");
    assertThat(BROWSER.texts(".resource:not(.head) .name")).contains("mail/out");
    assertThat(BROWSER.texts(".resource:not(.head) .name")).doesNotContain("invoice/7");
  }

  @Test
  void everythingWorksByKeyboard() {
    signedIn("#/resources");
    BROWSER.sees(".resource", "tenant/acme");
    BROWSER.keys("/");
    BROWSER.keys("invoice/");
    BROWSER.awaits(
        "only invoices", "return document.querySelectorAll('.resource:not(.head)').length === 2");
    assertThat(BROWSER.eval("return document.activeElement.value")).isEqualTo("invoice/");
    BROWSER.keys(ESCAPE);
    BROWSER.keys("jj" + ENTER);
    BROWSER.sees(".drawer h2", "invoice/8");
    BROWSER.keys("k");
    BROWSER.sees(".drawer h2", "invoice/7");
    assertThat((String) BROWSER.eval("return location.hash")).contains("open=invoice%2F7");
    BROWSER.keys(ESCAPE);
    BROWSER.seesNo(".drawer");
    BROWSER.keys("gt");
    BROWSER.sees(".tabs [aria-current]", "Timeline");
    BROWSER.keys("?");
    BROWSER.sees("dialog[open]", "Keyboard");
    BROWSER.keys(ESCAPE);
    BROWSER.seesNo("dialog");
    BROWSER.complainsNot();
  }

  /** The story: who typed on while the address was being written lost those letters again. */
  @Test
  void whatIsTypedWhileTheListChangesStays() {
    signedIn("#/resources");
    BROWSER.sees(".resource", "tenant/acme");
    BROWSER.script(
        """
        const field = document.querySelector('.search');
        const type = text => {
          field.value = text;
          field.dispatchEvent(new Event('input', {bubbles: true}));
        };
        addEventListener('hashchange', () => type('tenant/'), {once: true});
        type('ten');
        """);
    BROWSER.awaits("the whole prefix", "return location.hash.endsWith('prefix=tenant%2F')");
    assertThat(BROWSER.eval("return document.querySelector('.search').value")).isEqualTo("tenant/");
  }

  @Test
  void namesAreShownAndNeverRun() {
    signedIn("#/resources");
    BROWSER.sees(".name", HOSTILE);
    BROWSER.script(
        "location.hash = '#/resources?open=' + encodeURIComponent(arguments[0])", HOSTILE);
    BROWSER.sees(".drawer h2", HOSTILE);
    BROWSER.sees(".drawer", "<script>");
    for (String panel :
        List.of("waits", "timeline", "events", "contention", "policy", "refusals")) {
      BROWSER.script("location.hash = '#/' + arguments[0]", panel);
      BROWSER.awaits(
          "the panel", "return document.title.toLowerCase().startsWith(arguments[0])", panel);
    }
    assertThat((String) BROWSER.eval("return document.title")).doesNotContain("hacked");
    assertThat(BROWSER.count("#app img, #app script")).isZero();
  }

  @Test
  void aLeaseThatRunsOutIsAmberAndThenExpired() {
    LeaseOptions brief =
        LeaseOptions.defaults().withTtl(Duration.ofSeconds(10)).withoutAutoRenew().withHolder("x");
    signedIn("#/resources?prefix=brief/");
    LAB.holdfast().leases().acquire("brief/1", brief);
    BROWSER.sees("#row-0 .amber", "in ");
    BROWSER.sees("#row-0 .amber", "ago");
    assertThat(BROWSER.count("#row-0 .state.expired")).isEqualTo(1);
  }

  @Test
  void aReleaseAsksForAReasonAndSaysWhatWasDone() {
    try (Lease lease = LAB.hold("stuck/1", "web-5")) {
      signedIn("#/resources?open=stuck/1");
      BROWSER.click(".drawer .quiet-act button, .drawer .advice button");
      BROWSER.sees("dialog[open]", "Release stuck/1?");
      assertThat(BROWSER.eval("return document.querySelector('dialog .main').disabled"))
          .isEqualTo(true);
      BROWSER.keys("hangs since the deploy");
      BROWSER.click("dialog .main:enabled");
      BROWSER.sees(".said", "Released stuck/1, fence " + lease.fence());
      BROWSER.sees(".drawer .history", "hangs since the deploy");
      BROWSER.sees(".drawer .history", "forced");
    }
    BROWSER.complainsNot();
  }

  @Test
  void aReleaseOfALeaseThatIsOverChangesNothingAndSaysSo() {
    Lease first = LAB.hold("stuck/2", "web-5");
    signedIn("#/resources?open=stuck/2");
    BROWSER.click(".drawer .quiet-act button, .drawer .advice button");
    BROWSER.sees("dialog[open]", "Release stuck/2?");
    first.close();
    Lease next = LAB.hold("stuck/2", "web-6");
    BROWSER.keys("too late");
    BROWSER.click("dialog .main:enabled");
    BROWSER.sees("dialog [role=alert]", "successor");
    assertThat(next.isHeld()).isTrue();
    next.close();
  }

  @Test
  void attributesAndHistoryStandInTheDrawer() {
    LeaseOptions options =
        LeaseOptions.defaults().withHolder("web-4").withAttributes(Map.of("request", "9f3c"));
    LAB.holdfast().leases().acquire("order/1", options).close();
    LAB.holdfast().leases().acquire("order/1", options);
    signedIn("#/resources?open=order/1");
    BROWSER.sees(".drawer .facts", "9f3c");
    BROWSER.sees(".drawer .facts", "web-4");
    BROWSER.sees(".drawer .history tr:nth-child(2)", "released");
  }

  private static void signedIn(String hash) {
    SharedBrowser.signedIn(LAB, LAB.admin(), hash);
  }
}
