package dev.holdfast.server.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The codes of problems, as the sources of this package name them. */
final class SourceCodes {
  private static final Pattern CODE = Pattern.compile("HttpProblem\\(\\s*\\d{3},\\s*\"([a-z-]+)\"");

  private SourceCodes() {}

  static Set<String> problemCodes() throws IOException {
    Set<String> codes = new TreeSet<>(Set.of("held", "wait-timeout", "deadlock", "lost"));
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/holdfast/server"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher matcher = CODE.matcher(Files.readString(file));
        while (matcher.find()) {
          codes.add(matcher.group(1));
        }
      }
    }
    return codes;
  }
}
