package dev.holdfast.server.console;

import dev.holdfast.server.child.Awaiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Takes the pictures of docs/images anew, of a {@code ./holdfast demo} that has run for a while:
 * {@code -Dholdfast.screenshots=docs/images -Dholdfast.demo=ADDRESS}, the console's, with its
 * token.
 */
@EnabledIfSystemProperty(named = "holdfast.screenshots", matches = ".+")
class ScreenshotsTest {
  private static final Browser BROWSER = SharedBrowser.get();
  private static final Path TARGET = Path.of(System.getProperty("holdfast.screenshots", "."));
  private static final String[] DEMO = System.getProperty("holdfast.demo", "").split("#token=", 2);

  @Test
  void theConsoleOfTheDemo() throws IOException {
    picture("#/resources", "light", ".queue", "console-resources.png");
    picture("#/resources?open=invoice/7", "dark", ".drawer .waiters", "console-resource.png");
    picture("#/timeline?range=5m", "light", ".hold.running", "console-timeline.png");
    picture("#/contention?range=1h", "dark", ".level-6", "console-contention.png");
    picture("#/policy", "light", ".bow.red", "console-policy.png");
    picture("#/events", "light", ".event", "console-events.png");
    SharedBrowser.signedIn(DEMO[0], DEMO[1], "#/refusals");
    BROWSER.click(".refusal-line");
    String refusal = (String) BROWSER.eval("return location.hash");
    picture(refusal, "light", ".then-now", "console-refusal.png");
    deadlock();
  }

  /** Two carriers meet in a circle now and then, and for a moment only. */
  private static void deadlock() throws IOException {
    show("#/waits", "light");
    Awaiting.until("a deadlock", Duration.ofMinutes(10), () -> BROWSER.count(".node.red") > 0);
    BROWSER.screenshot(TARGET.resolve("console-waits.png"));
  }

  private static void picture(String hash, String scheme, String css, String file)
      throws IOException {
    show(hash, scheme);
    BROWSER.sees(css, "");
    BROWSER.script("return new Promise(soon => setTimeout(soon, 1500))");
    BROWSER.screenshot(TARGET.resolve(file));
  }

  private static void show(String hash, String scheme) {
    SharedBrowser.signedIn(DEMO[0], DEMO[1], hash);
    BROWSER.look(1280, 800, scheme);
  }
}
