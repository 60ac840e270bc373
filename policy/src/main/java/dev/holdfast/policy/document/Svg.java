package dev.holdfast.policy.document;

/** Writes SVG elements. All text goes through here: names are data, whatever is in them. */
final class Svg {
  private final StringBuilder out = new StringBuilder();

  /** An element as it is, its attributes numbers and words of ours. */
  Svg raw(String element) {
    out.append(element).append('\n');
    return this;
  }

  Svg text(String style, int x, int y, String text) {
    return raw(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>".formatted(style, x, y, escape(text)));
  }

  Svg path(String style, String path, String title) {
    return raw(
        "<path class=\"%s\" d=\"%s\"><title>%s</title></path>"
            .formatted(style, path, escape(title)));
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
    return c >= 0x20 && !(c >= 0xd800 && c <= 0xdfff) && c != 0xfffe && c != 0xffff;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
