package dev.holdfast.policy.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Shows where two texts part: what is between the beginning and the end that they share. */
final class TextDiff {
  private static final int MOST = 20;

  private TextDiff() {}

  /** Lines with - are in the file, lines with + should be; none if the file is as it should be. */
  static List<String> of(Path file, String wanted) {
    try {
      if (!Files.exists(file)) {
        return List.of(file + " is not there");
      }
      String actual = Files.readString(file).replace("\r\n", "\n");
      return actual.equals(wanted)
          ? List.of()
          : lines(file, actual.lines().toList(), wanted.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file, List<String> actual, List<String> wanted) {
    int shorter = Math.min(actual.size(), wanted.size());
    int start = 0;
    while (start < shorter && actual.get(start).equals(wanted.get(start))) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && actual.get(actual.size() - 1 - end).equals(wanted.get(wanted.size() - 1 - end))) {
      end++;
    }
    List<String> diff = new ArrayList<>();
    diff.add(file + ":" + (start + 1) + ":");
    some(diff, "-", actual.subList(start, actual.size() - end));
    some(diff, "+", wanted.subList(start, wanted.size() - end));
    return diff;
  }

  private static void some(List<String> diff, String sign, List<String> lines) {
    lines.stream().limit(MOST).forEach(line -> diff.add(sign + line));
    if (lines.size() > MOST) {
      diff.add(sign + " (" + (lines.size() - MOST) + " lines more)");
    }
  }
}
