package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns what PostgreSQL's programs print into what a person can act on. */
final class Diagnosis {

  static final String PORT_TAKEN = "could not create any TCP/IP sockets";

  private static final int LAST_LINES = 12;
  private static final String NOT_ALLOWED =
      "The user who runs this may not write there: choose another directory, or give it to that"
          + " user.";

  /** What the output contains, and what that means for the user; the first that fits wins. */
  private static final List<Map.Entry<String, String>> ADVICE =
      List.of(
          Map.entry(
              "No space left on device",
              "The disk is full: free some space (a new database takes 60 MB) and try again."),
          Map.entry("Permission denied", NOT_ALLOWED),
          Map.entry("Operation not permitted", NOT_ALLOWED),
          Map.entry("AccessDenied", NOT_ALLOWED),
          Map.entry(
              "Read-only file system", "The file system is read-only: choose another directory."),
          Map.entry(PORT_TAKEN, "Something else took the port: try again."),
          Map.entry(
              "Cannot allocate memory", "The machine has too little free memory for PostgreSQL."));

  private Diagnosis() {}

  /** What happened, what to do if we know, and the line that shows it, or else the last lines. */
  static String of(String what, String output) {
    for (Map.Entry<String, String> advice : ADVICE) {
      Optional<String> line = output.lines().filter(l -> l.contains(advice.getKey())).findFirst();
      if (line.isPresent()) {
        return "%s. %s It said: %s".formatted(what, advice.getValue(), line.get().strip());
      }
    }
    return what + ". It said: " + lastLines(output);
  }

  /** The end of the server's log, or why it can't be read. */
  static String log(Path log) {
    try {
      return lastLines(new String(Files.readAllBytes(log), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return "nothing (" + e + ")";
    }
  }

  private static String lastLines(String text) {
    List<String> lines = text.strip().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
