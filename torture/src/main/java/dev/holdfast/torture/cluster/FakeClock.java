package dev.holdfast.torture.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The clock of one server, by libfaketime: a file says how far off it is, and is read at each look
 * at the clock. The monotonic clock stays as it is.
 */
public final class FakeClock {
  private static final List<Path> LIBRARIES =
      List.of(Path.of("/usr/lib"), Path.of("/usr/local/lib"));

  private final Path file;

  FakeClock(Path file) {
    this.file = file;
    set("+0");
  }

  /** The library, if it is installed. */
  public static Optional<Path> library() {
    return LIBRARIES.stream().flatMap(FakeClock::below).findFirst();
  }

  private static Stream<Path> below(Path directory) {
    try (Stream<Path> found =
        Files.find(directory, 3, (path, a) -> path.endsWith("faketime/libfaketime.so.1"))) {
      return found.toList().stream();
    } catch (IOException | UncheckedIOException e) {
      return Stream.empty();
    }
  }

  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", library().orElseThrow().toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_NO_CACHE", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "DONT_FAKE_MONOTONIC", "1");
  }

  /** In libfaketime's words: {@code +60s}, {@code -1h}, {@code +0 x1.1}. */
  public void set(String offset) {
    try {
      Path next = Files.writeString(file.resolveSibling("faketime.next"), offset + "\n");
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
