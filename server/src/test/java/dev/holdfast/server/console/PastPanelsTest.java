package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.testkit.proxy.TcpProxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Timeline, events, refusals, contention: what was. */
class PastPanelsTest {
  private static final ConsoleLab LAB = ConsoleLab.start();
  private static final Browser BROWSER = SharedBrowser.get();

  @BeforeAll
  static void situation() {
    LAB.hold("invoice/7", "web-1").close();
    Lease stuck = LAB.hold("invoice/7", "web-2");
    LAB.holdfast().leases().forceRelease("invoice/7", stuck.fence(), "stuck after the deploy");
    LAB.hold("invoice/7", "web-3");
    LeaseOptions brief = LeaseOptions.defaults().withTtl(Duration.ofSeconds(1)).withoutAutoRenew();
    Lease late = LAB.holdfast().leases().acquire("nightly/report", brief.withHolder("batch-1"));
    LeaseOptions patient =
        LeaseOptions.defaults().withHolder("batch-2").withWait(Duration.ofSeconds(30));
    LAB.holdfast().leases().acquire("nightly/report", patient);
    late.release();
  }

  @AfterAll
  static void stop() {
    LAB.close();
  }

  @Test
  void theTimelineShowsHowEachHoldEnded() {
    signedIn("#/timeline?range=5m");
    BROWSER.sees(".lane-names", "invoice/7");
    hold("invoice/7 held by web-1, fence 1", "released");
    hold("invoice/7 held by web-2, fence 2", "forced");
    hold("invoice/7 held by web-3, fence ", "running"); // above what web-2 was promised, if it was
    hold("nightly/report held by batch-1, fence 1", "expired");
    hold("nightly/report held by batch-2, fence 2", "running");
    BROWSER.counts(".hold.running .takeover-mark", 2);
    BROWSER.counts(".hold.forced .forced-mark", 1);
    BROWSER.complainsNot();
  }

  @Test
  void whatRanOnAfterTheEndOfItsLeaseIsHatched() {
    signedIn("#/timeline?range=5m&prefix=nightly/");
    BROWSER.sees(".hold.expired", "");
    BROWSER.awaits("a tail", "return document.querySelector('.hold.expired .tail') !== null");
  }

  @Test
  void aDragLooksNearerAndEscapeFollowsTheClockAgain() {
    signedIn("#/timeline?range=5m");
    BROWSER.sees(".lane-names", "invoice/7");
    BROWSER.keys("+");
    BROWSER.sees(".tools", "Follow now");
    assertThat((String) BROWSER.eval("return location.hash")).contains("from=", "to=");
    BROWSER.keys("\uE00C");
    BROWSER.seesNo(".tools .button");
  }

  @Test
  void eventsComeLiveAndGoOnAfterACut() {
    try (TcpProxy line = TcpProxy.to("127.0.0.1", LAB.port())) {
      String url = "http://127.0.0.1:" + line.port() + "/";
      SharedBrowser.signedIn(url, LAB.admin(), "#/events?prefix=live/");
      LAB.hold("live/1", "web-1").close(); // ends are told at once, grants when there is time
      BROWSER.sees(".event", "live/1");
      line.cut();
      BROWSER.sees(".connection", "Reconnecting");
      LAB.hold("live/2", "web-1").close();
      LAB.untilObserved("live/2");
      line.heal();
      BROWSER.sees(".connection", "Live");
      BROWSER.sees(".event", "live/2");
      assertThat(BROWSER.texts(".event")).doesNotHaveDuplicates();
      BROWSER.open("about:blank");
    }
  }

  @Test
  void whoOpensTheEventsSeesWhatCameBefore() {
    signedIn("#/events");
    BROWSER.sees(".event", "forced");
    BROWSER.sees(".event", "stuck after the deploy");
  }

  @Test
  void theInstanceOfA409OpensWhatWasHeldThen() {
    Map<String, ?> wish =
        Map.of("resource", "invoice/7", "holder", "checkout-12", "ttl", "30s", "wait", "1s");
    String instance = String.valueOf(LAB.post("api/v1/leases", wish).get("instance"));
    String id = instance.substring(instance.lastIndexOf('/') + 1);
    signedIn("#/refusals/" + id);
    BROWSER.sees(".refusal .sentence", "checkout-12");
    BROWSER.sees(".then-now", "web-3");
    BROWSER.sees(".then-now", "409 wait-timeout");
    BROWSER.sees(".then-now", "The same hold still stands");
    BROWSER.script("location.hash = '#/contention'");
    BROWSER.sees(".heat", "invoice");
    BROWSER.click(".lane-names a[href*='invoice']");
    BROWSER.sees(".resource", "invoice/7");
  }

  @Test
  void aRefusalThatIsNotKeptAnyMoreSaysSo() {
    signedIn("#/refusals/00000000-0000-4000-8000-000000000000");
    BROWSER.sees(".empty", "there is no such refusal");
  }

  private static void hold(String words, String kind) {
    BROWSER.awaits(
        words,
        "return [...document.querySelectorAll('.hold.' + arguments[1])]"
            + ".some(e => e.getAttribute('aria-label').startsWith(arguments[0]))",
        words,
        kind);
  }

  private static void signedIn(String hash) {
    SharedBrowser.signedIn(LAB, LAB.admin(), hash);
  }
}
