package dev.holdfast.torture.fuzz;

import java.util.List;
import java.util.Random;

/** Makes bad inputs out of good ones. */
final class Mangler {

  private static final int MOST = 6_000;

  private static final List<String> NASTY =
      List.of(
          "\0",
          "'",
          "\"",
          "\\",
          ";",
          "--",
          "/*",
          "*/",
          "$$",
          "$a$",
          "%00",
          "%",
          "\r\n",
          "\n",
          "\t",
          "\uD800",
          "\uDC00",
          "\uFEFF",
          "\u202E",
          "\u0085",
          "é",
          "日本",
          "😀",
          "{",
          "}",
          "[",
          "]",
          "&a",
          "*a",
          "!!",
          "|",
          ">",
          "- ",
          ": ",
          "?",
          "#",
          "@",
          "(",
          ")",
          ",",
          "..",
          "../",
          "//",
          "-1",
          "0",
          "1e309",
          "99999999999999999999",
          "NaN",
          "null",
          "true",
          "E'",
          "U&'",
          "::",
          "<<:",
          "Content-Length: 5\r\n",
          "Transfer-Encoding: chunked\r\n",
          " for update",
          " select ");

  private final Random random;
  private final List<String> seeds;

  Mangler(long seed, List<String> seeds) {
    this.random = new Random(seed);
    this.seeds = List.copyOf(seeds);
  }

  String next() {
    if (random.nextInt(20) == 0) {
      return noise(random.nextInt(60));
    }
    StringBuilder text = new StringBuilder(pick(seeds));
    for (int i = random.nextInt(6); i >= 0 && text.length() < MOST; i--) {
      change(text);
    }
    return text.length() > MOST ? text.substring(0, MOST) : text.toString();
  }

  private void change(StringBuilder text) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(12));
    switch (random.nextInt(8)) {
      case 0 -> text.delete(from, to);
      case 1 -> text.insert(from, text.substring(from, to));
      case 2 -> text.replace(from, to, noise(3));
      case 3 -> text.insert(from, piece(pick(seeds)));
      case 4 -> text.setLength(from);
      case 5 -> text.insert(from, pick(NASTY).repeat(1 + random.nextInt(3)));
      case 6 -> text.insert(from, pick(NASTY).repeat(random.nextInt(40) == 0 ? 400 : 2));
      default -> text.insert(from, pick(NASTY));
    }
  }

  private String piece(String text) {
    int from = random.nextInt(text.length() + 1);
    return text.substring(from, Math.min(text.length(), from + random.nextInt(40)));
  }

  private String noise(int length) {
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < length; i++) {
      noise.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : random.nextInt(128)));
    }
    return noise.toString();
  }

  private String pick(List<String> some) {
    return some.get(random.nextInt(some.size()));
  }
}
