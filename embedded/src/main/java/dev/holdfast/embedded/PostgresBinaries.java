package dev.holdfast.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL's own programs, of one major version. They are looked for, in this order,
 *
 * <ol>
 *   <li>in the binaries jar on the class path (major {@value #DEFAULT_MAJOR});
 *   <li>in the binaries jars of the directory that the system property {@value #DIRECTORY_PROPERTY}
 *       names;
 *   <li>on the machine: {@code /usr/lib/postgresql}, {@code pg_config --bindir}, {@code PATH}.
 * </ol>
 *
 * <p>Jars are unpacked once into a cache: {@code $HOLDFAST_CACHE/postgres}, or {@code
 * ~/.cache/holdfast/postgres}.
 */
public final class PostgresBinaries {

  /** The major version that Holdfast brings. */
  public static final int DEFAULT_MAJOR = 18;

  private static final int OLDEST_MAJOR = 14;

  /** Names a directory with further binaries jars, of other majors. */
  public static final String DIRECTORY_PROPERTY = "holdfast.postgres.binaries";

  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) ((\\d+)[^\\s]*)");

  private final Path bin;
  private final String version;
  private final int major;

  private PostgresBinaries(Path bin, String version, int major) {
    this.bin = bin;
    this.version = version;
    this.major = major;
  }

  /**
   * Finds the programs of a major version, unpacking them if that was not done before.
   *
   * @throws EmbeddedPostgresException if there are none; the message lists what was tried
   */
  public static PostgresBinaries find(int major) {
    Platform.requireSupported();
    List<String> tried = new ArrayList<>();
    return find(major, tried)
        .orElseThrow(() -> new EmbeddedPostgresException(nowhere(major, tried)));
  }

  /**
   * Finds the programs of the default major, or else of the newest that this machine has.
   *
   * @throws EmbeddedPostgresException if there are none; the message lists what was tried
   */
  static PostgresBinaries any() {
    Platform.requireSupported();
    List<String> tried = new ArrayList<>();
    for (int major = DEFAULT_MAJOR; major >= OLDEST_MAJOR; major--) {
      Optional<PostgresBinaries> found = find(major, tried);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new EmbeddedPostgresException(nowhere(DEFAULT_MAJOR, tried));
  }

  private static Optional<PostgresBinaries> find(int major, List<String> tried) {
    return firstOf(major, BinariesSearch.packaged(major, tried), tried)
        .or(() -> firstOf(major, BinariesSearch.installed(major, tried), tried));
  }

  private static Optional<PostgresBinaries> firstOf(
      int major, List<Path> candidates, List<String> tried) {
    for (Path bin : candidates) {
      Optional<PostgresBinaries> found = probe(bin, tried);
      if (found.isPresent() && found.get().major == major) {
        return found;
      }
      found.ifPresent(other -> tried.add(other + " is another major version"));
    }
    return Optional.empty();
  }

  private static String nowhere(int major, List<String> tried) {
    return """
        No PostgreSQL %1$d was found for this machine. Install PostgreSQL %1$d, or put its \
        binaries jar into a directory and name that in -D%2$s, or give the address of a PostgreSQL \
        server. Tried: %3$s."""
        .formatted(major, DIRECTORY_PROPERTY, String.join("; ", new LinkedHashSet<>(tried)));
  }

  /** The major version, such as 18. */
  public int major() {
    return major;
  }

  /** The full version, such as {@code 18.4}. */
  public String version() {
    return version;
  }

  /** Where a program is, such as {@code initdb}. */
  public Path program(String name) {
    return bin.resolve(name);
  }

  @Override
  public String toString() {
    return "PostgreSQL " + version + " in " + bin;
  }

  private static Optional<PostgresBinaries> probe(Path bin, List<String> tried) {
    Path postgres = bin.resolve("postgres");
    try {
      Commands.Result result =
          Commands.run(List.of(postgres.toString(), "--version"), Duration.ofSeconds(20));
      Matcher matcher = VERSION.matcher(result.output());
      if (result.ok() && matcher.find()) {
        int major = Integer.parseInt(matcher.group(2));
        return Optional.of(new PostgresBinaries(bin, matcher.group(1), major));
      }
      tried.add(postgres + " does not run here: " + result.output());
    } catch (EmbeddedPostgresException e) {
      tried.add(postgres + ": " + e.getMessage());
    }
    return Optional.empty();
  }
}
