package dev.holdfast.torture.history;

/** Tabs and line ends in names and notes, so that an entry stays one line of fields. */
final class Text {

  private Text() {}

  static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    boolean escaped = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (escaped) {
        plain.append(meantBy(c));
        escaped = false;
      } else if (c == '\\') {
        escaped = true;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static char meantBy(char escaped) {
    return switch (escaped) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      default -> escaped;
    };
  }
}
