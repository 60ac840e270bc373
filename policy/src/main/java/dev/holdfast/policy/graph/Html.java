package dev.holdfast.policy.graph;

import java.util.Locale;

/** Writes HTML and SVG. All text goes through here: SQL and names are data, whatever is in them. */
final class Html {

  private final StringBuilder out = new StringBuilder();

  /** Markup of ours, as it is. */
  Html raw(String markup) {
    out.append(markup).append('\n');
    return this;
  }

  /** Markup of ours with text of others in its places. */
  Html format(String markup, Object... texts) {
    Object[] safe = new Object[texts.length];
    for (int i = 0; i < texts.length; i++) {
      safe[i] = texts[i] instanceof Integer ? texts[i] : escape(String.valueOf(texts[i]));
    }
    return raw(String.format(Locale.ROOT, markup, safe));
  }

  static String escape(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(isXml(c) ? c : '\ufffd');
              }
            });
    return safe.toString();
  }

  private static boolean isXml(int c) {
    return (c >= 0x20 || c == '\n' || c == '\t')
        && !(c >= 0xd800 && c <= 0xdfff)
        && c != 0xfffe
        && c != 0xffff;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
