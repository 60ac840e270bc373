package dev.holdfast.server.cli;

import java.util.regex.Pattern;

/** Text that is meant to be pasted into a shell. */
final class Shell {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private Shell() {}

  /** One word of a shell, whatever is in it: names are data, also on a command line. */
  static String quote(String word) {
    boolean plain = PLAIN.matcher(word).matches() && !word.startsWith("-");
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
