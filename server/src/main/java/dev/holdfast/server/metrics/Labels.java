package dev.holdfast.server.metrics;

/** Labels as they stand in the text: {@code {method="GET",status="200"}}, or nothing. */
record Labels(String text) {

  static final Labels NONE = new Labels("");

  /** Names and values in turn. */
  static Labels of(String... pairs) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      text.append(i == 0 ? "" : ",").append(pairs[i]).append("=\"");
      text.append(escaped(pairs[i + 1])).append('"');
    }
    return new Labels(text.toString());
  }

  /** One more; the text with its braces. */
  String and(String name, String value) {
    return "{" + text + (text.isEmpty() ? "" : ",") + name + "=\"" + escaped(value) + "\"}";
  }

  String braced() {
    return text.isEmpty() ? "" : "{" + text + "}";
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
