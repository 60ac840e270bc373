package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Turns what PostgreSQL's programs print into what a person can act on. */
final class Diagnosis {

  static final String PORT_TAKEN = "could not create any TCP/IP sockets";

  private static final int LAST_LINES = 12;

  /** What the output contains, and what that means for the user; the first that fits wins. */
  private static final List<Map.Entry<String, String>> ADVICE =
      List.of(
          Map.entry(
              "No space left on device",
              "The disk is full: free some space (a new database takes 60 MB) and try again."),
          Map.entry(
              "Permission denied",
              "The user who runs the server may not use that directory: choose another one, or give"
                  + " it to that user."),
          Map.entry(
              "Read-only file system", "The file system is read-only: choose another directory."),
          Map.entry(PORT_TAKEN, "Something else took the port: try again."),
          Map.entry(
              "Cannot allocate memory", "The machine has too little free memory for PostgreSQL."));

  private Diagnosis() {}

  static String of(String what, String output) {
    String advice =
        ADVICE.stream()
            .filter(entry -> output.contains(entry.getKey()))
            .map(entry -> " " + entry.getValue())
            .findFirst()
            .orElse("");
    return what + "." + advice + " PostgreSQL said: " + lastLines(output);
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
