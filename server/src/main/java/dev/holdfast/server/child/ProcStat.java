package dev.holdfast.server.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One process as Linux shows it in {@code /proc/PID/stat}. */
record ProcStat(long pid, char state, long parent, long group, long session, long foreground) {
  private static final Path PROC = Path.of("/proc");

  static boolean available() {
    return Files.isReadable(PROC.resolve("self/stat"));
  }

  static Optional<ProcStat> self() {
    return read(PROC.resolve("self/stat"));
  }

  /** All processes but the zombies, which run nothing any more. */
  static List<ProcStat> running() {
    List<ProcStat> all = new ArrayList<>();
    try (Stream<Path> entries = Files.list(PROC)) {
      entries
          .filter(entry -> Character.isDigit(entry.getFileName().toString().charAt(0)))
          .forEach(entry -> read(entry.resolve("stat")).ifPresent(all::add));
    } catch (IOException e) {
      throw new IllegalStateException("cannot list " + PROC, e);
    }
    all.removeIf(stat -> stat.state == 'Z' || stat.state == 'X');
    return all;
  }

  /**
   * The name in parentheses may hold blanks and parentheses itself: fields start after the last.
   */
  static ProcStat parse(String line) {
    int open = line.indexOf('(');
    String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return new ProcStat(
        Long.parseLong(line.substring(0, open).trim()),
        fields[0].charAt(0),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[5]));
  }

  private static Optional<ProcStat> read(Path stat) {
    try {
      return Optional.of(parse(Files.readString(stat)));
    } catch (IOException goneMeanwhile) {
      return Optional.empty();
    }
  }
}
