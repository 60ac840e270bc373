package dev.holdfast.policy.guard;

/** SQL in messages: on one line, and not too long. */
final class Texts {

  private static final int MOST = 200;

  private Texts() {}

  /** With a full stop at its end. */
  static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  static String shortened(String sql) {
    String line = sql.strip().replaceAll("\\s+", " ");
    return line.length() <= MOST ? line : line.substring(0, MOST) + "…";
  }
}
