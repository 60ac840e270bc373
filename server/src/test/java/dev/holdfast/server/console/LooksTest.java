package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Light and dark, wide and narrow. */
class LooksTest {
  private static final ConsoleLab LAB = ConsoleLab.start();
  private static final Browser BROWSER = SharedBrowser.get();
  private static final List<String> PANELS =
      List.of(
          "#/resources?open=invoice/7",
          "#/waits",
          "#/timeline",
          "#/contention",
          "#/policy",
          "#/events",
          "#/refusals");

  /** Every text whose contrast with the ground under it is below 4.5, by WCAG's formula. */
  private static final String PALE =
      """
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
      const rgba = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
      const luminance = c => { const [r, g, b] = [0, 1, 2].map(i => c[i] / 255)
        .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const ground = e => { for (let at = e; at; at = at.parentElement) {
        const c = rgba(getComputedStyle(at).backgroundColor); if (c[3] > 250) return c; }
        return rgba('white'); };
      return [...document.querySelectorAll('#app *')].filter(e => !e.closest('svg')
          && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())
          && e.getClientRects().length > 0)
        .map(e => { const [a, b] = [luminance(rgba(getComputedStyle(e).color)), luminance(ground(e))];
          return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.className, e.textContent]; })
        .filter(([ratio]) => ratio < 4.5).map(found => found.join(' '));
      """;

  @BeforeAll
  static void situation() {
    LAB.hold("invoice/7", "web-3");
    LAB.post("api/v1/leases", Map.of("resource", "invoice/7", "holder", "late", "ttl", "30s"));
  }

  @AfterAll
  static void stop() {
    LAB.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void allTextCanBeReadAndNothingIsWiderThanTheWindow(String scheme) {
    for (String panel : PANELS) {
      SharedBrowser.signedIn(LAB, LAB.admin(), panel);
      for (int width : new int[] {1440, 900, 400}) {
        BROWSER.look(width, width == 1440 ? 900 : 700, scheme);
        BROWSER.awaits(
            "the theme",
            "return matchMedia('(prefers-color-scheme: ' + arguments[0] + ')').matches",
            scheme);
        assertThat((List<?>) BROWSER.eval(PALE)).as(panel + scheme + width).isEmpty();
        BROWSER.awaits( // what measures itself is drawn once more after a change of the window
            "all of it in " + panel + scheme + width,
            "return document.documentElement.scrollWidth <= innerWidth");
      }
    }
  }

  @Test
  void theSwitchBeatsTheSystemAndIsKept() {
    SharedBrowser.signedIn(LAB, LAB.admin(), "#/policy");
    String ground = "return getComputedStyle(document.body).backgroundColor";
    Object light = BROWSER.eval(ground);
    BROWSER.keys("d");
    BROWSER.awaits("the dark", ground.replace("return ", "return arguments[0] !== "), light);
    SharedBrowser.signedIn(LAB, LAB.admin(), "#/policy");
    assertThat(BROWSER.eval(ground)).isNotEqualTo(light);
    BROWSER.keys("d");
    BROWSER.awaits("the light", ground.replace("return ", "return arguments[0] === "), light);
    BROWSER.script("localStorage.clear()");
  }
}
