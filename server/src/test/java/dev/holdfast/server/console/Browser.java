package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A headless Chromium with one page, driven as a person would: by keys, clicks and looking. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern MOVED =
      Pattern.compile("stale element|no such element|click intercepted|not interactable");
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  static Browser start() throws IOException {
    return new Browser(ChromeDriver.start());
  }

  void open(String url) {
    driver.post("/url", Map.of("url", url));
  }

  /** As big as that, in the light or the dark. */
  void look(int width, int height, String scheme) {
    cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    cdp(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private void cdp(String command, Map<String, ?> parameters) {
    driver.post("/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  /** Runs a function's body; what it returns comes back. A promise is awaited. */
  @Nullable Object script(String body, Object... arguments) {
    return driver.post("/execute/sync", Map.of("script", body, "args", List.of(arguments)));
  }

  String text(String css) {
    return String.valueOf(script("return document.querySelector(arguments[0])?.innerText", css));
  }

  List<String> texts(String css) {
    List<String> texts = new ArrayList<>();
    Object found =
        script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent.trim())",
            css);
    ((List<?>) Objects.requireNonNull(found)).forEach(text -> texts.add(String.valueOf(text)));
    return texts;
  }

  int count(String css) {
    return ((Number) eval("return document.querySelectorAll(arguments[0]).length", css)).intValue();
  }

  /** Waits until there are so many. */
  void counts(String css, int count) {
    awaits(
        count + " of " + css,
        "return document.querySelectorAll(arguments[0]).length === arguments[1]",
        css,
        count);
  }

  Object eval(String body, Object... arguments) {
    return Objects.requireNonNull(script(body, arguments));
  }

  /** Waits until there is such an element with such a text. */
  void sees(String css, String text) {
    awaits(
        "'" + text + "' in " + css + ", found: ",
        "return [...document.querySelectorAll(arguments[0])]"
            + ".some(e => e.textContent.includes(arguments[1]))",
        css,
        text);
  }

  void seesNo(String css) {
    awaits("nothing at " + css, "return !document.querySelector(arguments[0])", css);
  }

  /** Looks again and again until the script returns true. */
  void awaits(String what, String body, Object... arguments) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Boolean.TRUE.equals(script(body, arguments))) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never saw " + what + "\n" + text("body") + "\n" + complaints());
      }
      script("return new Promise(soon => setTimeout(soon, 50))");
    }
  }

  /** Waits until there is one, and clicks it; anew if it was drawn anew or moved meanwhile. */
  void click(String css) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      sees(css, "");
      try {
        driver.post("/element/" + find(css) + "/click", Map.of());
        return;
      } catch (AssertionError e) {
        if (!MOVED.matcher(String.valueOf(e.getMessage())).find() || System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  /** Types into what has the focus. */
  void keys(String text) {
    List<Map<String, String>> actions = new ArrayList<>();
    text.chars()
        .forEach(
            c -> {
              actions.add(Map.of("type", "keyDown", "value", Character.toString(c)));
              actions.add(Map.of("type", "keyUp", "value", Character.toString(c)));
            });
    Map<String, Object> source = Map.of("type", "key", "id", "keyboard", "actions", actions);
    driver.post("/actions", Map.of("actions", List.of(source)));
  }

  private String find(String css) {
    Object found = driver.post("/element", Map.of("using", "css selector", "value", css));
    return String.valueOf(((Map<?, ?>) Objects.requireNonNull(found)).get(ELEMENT));
  }

  /** What the page complained of since the last time: refused by its policy, missing, thrown. */
  List<String> complaints() {
    List<String> all = new ArrayList<>();
    Object log = driver.post("/se/log", Map.of("type", "browser"));
    for (Object entry : (List<?>) Objects.requireNonNull(log)) {
      all.add(Json.write(entry));
    }
    return all;
  }

  void complainsNot() {
    assertThat(complaints()).isEmpty();
  }

  void screenshot(Path file) throws IOException {
    String png = String.valueOf(driver.get("/screenshot"));
    Files.write(file, Base64.getDecoder().decode(png));
  }

  @Override
  public void close() {
    driver.close();
  }
}
