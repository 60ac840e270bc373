package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What machine this is, in the words that the binaries' archives use. */
final class Platform {

  private Platform() {}

  /** Throws on systems where no server can be run: the rest relies on {@code sh} and signals. */
  static void requireSupported() {
    if (os().equals("windows")) {
      throw new EmbeddedPostgresException(
          "The embedded PostgreSQL runs on Linux and macOS, not on Windows."
              + " Give the address of a PostgreSQL server instead.");
    }
  }

  /** The names under which the archive for this machine may be found, the usual one first. */
  static List<String> archiveNames() {
    return architectures().stream().map(a -> "postgres-" + os() + "-" + a + ".txz").toList();
  }

  static boolean isRoot() {
    Path self = Path.of("/proc/self");
    try {
      if (Files.exists(self)) {
        return Files.getAttribute(self, "unix:uid").equals(0);
      }
    } catch (IOException | UnsupportedOperationException e) {
      // No /proc of the usual kind: the name has to do.
    }
    return "root".equals(System.getProperty("user.name"));
  }

  private static String os() {
    String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return "windows";
    }
    return name.startsWith("mac") ? "darwin" : "linux";
  }

  private static List<String> architectures() {
    String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return switch (arch) {
      case "amd64", "x86_64" -> List.of("x86_64");
      case "aarch64", "arm64" -> List.of("arm_64", "aarch64");
      default -> List.of(arch);
    };
  }
}
