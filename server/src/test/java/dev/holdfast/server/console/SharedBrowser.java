package dev.holdfast.server.console;

import java.io.IOException;
import java.io.UncheckedIOException;

/** One Chromium for all tests of this process: its start takes longer than most of them. */
final class SharedBrowser {
  private static final Browser BROWSER = start();

  private SharedBrowser() {}

  static Browser get() {
    return BROWSER;
  }

  /** Signed in with the token, on this page of the console. */
  static Browser signedIn(ConsoleLab lab, String token, String hash) {
    return signedIn(lab.url(), token, hash);
  }

  static Browser signedIn(String url, String token, String hash) {
    BROWSER.look(1440, 900, "light");
    BROWSER.open("about:blank");
    BROWSER.complaints();
    BROWSER.open(url + "#token=" + token + "&" + hash.substring(1));
    BROWSER.sees(".connection", "Live");
    return BROWSER;
  }

  private static Browser start() {
    try {
      Browser browser = Browser.start();
      Runtime.getRuntime().addShutdownHook(new Thread(browser::close));
      return browser;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
