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
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        plain.append(c);
        continue;
      }
      i++;
      plain.append(
          switch (text.charAt(i)) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> text.charAt(i);
          });
    }
    return plain.toString();
  }
}
