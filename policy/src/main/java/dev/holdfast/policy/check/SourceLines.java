package dev.holdfast.policy.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lines of source files, to show them with a finding. Keeps the file that was asked for last. */
final class SourceLines {
  private static final long MAX_BYTES = 4L * 1024 * 1024;

  private final Path root;
  private String file = "";
  private List<String> lines = List.of();

  SourceLines(Path root) {
    this.root = root;
  }

  /** Empty where there is none. Tabs are spaces, so that a caret below stands right. */
  String line(String name, int number) {
    if (!name.equals(file)) {
      file = name;
      lines = read(root.resolve(name));
    }
    boolean there = number > 0 && number <= lines.size();
    return there ? lines.get(number - 1).replace('\t', ' ') : "";
  }

  private static List<String> read(Path path) {
    try {
      return Files.size(path) > MAX_BYTES
          ? List.of()
          : new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
