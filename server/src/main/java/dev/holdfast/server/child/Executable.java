package dev.holdfast.server.child;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds a program as a shell would, so that a lease is not taken for a command that cannot run. */
public final class Executable {
  private Executable() {}

  /** What a look along the search path found. */
  public enum Found {
    RUNNABLE,
    NOT_EXECUTABLE,
    MISSING
  }

  public static Found look(String command, String searchPath) {
    if (command.isEmpty()) {
      return Found.MISSING;
    }
    if (command.indexOf('/') >= 0) {
      return at("", command);
    }
    Found best = Found.MISSING;
    for (String directory : searchPath.split(":", -1)) {
      Found found = at(directory, command);
      if (found == Found.RUNNABLE) {
        return found;
      }
      best = found == Found.NOT_EXECUTABLE ? found : best;
    }
    return best;
  }

  /** Whether a helper program is there. */
  static Optional<String> helper(String name) {
    String searchPath = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return look(name, searchPath) == Found.RUNNABLE ? Optional.of(name) : Optional.empty();
  }

  private static Found at(String directory, String command) {
    try {
      Path path = Path.of(directory, command);
      if (!Files.exists(path)) {
        return Found.MISSING;
      }
      boolean runnable = Files.isExecutable(path) && !Files.isDirectory(path);
      return runnable ? Found.RUNNABLE : Found.NOT_EXECUTABLE;
    } catch (InvalidPathException e) {
      return Found.MISSING;
    }
  }
}
