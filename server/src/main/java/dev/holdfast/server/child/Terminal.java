package dev.holdfast.server.child;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Whether Ctrl-C in a terminal reaches this process, and so its command too. */
final class Terminal {
  private Terminal() {}

  static boolean inForeground() {
    return ProcStat.self()
        .map(self -> self.foreground() > 0 && self.foreground() == self.group())
        .orElseGet(Terminal::hasOne);
  }

  private static boolean hasOne() {
    try (InputStream terminal = new FileInputStream("/dev/tty")) {
      return terminal.available() >= 0;
    } catch (IOException none) {
      return false;
    }
  }
}
