package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Under which user PostgreSQL's programs run. PostgreSQL refuses to run as root, so root (as in
 * most containers) needs a way down:
 *
 * <ol>
 *   <li>a plain user: nothing to do;
 *   <li>root where user namespaces are allowed: {@code unshare -U}. The server then sees itself as
 *       nobody while its files stay root's own, so any directory will do;
 *   <li>root elsewhere: {@code setpriv} to {@code postgres} or {@code nobody}, who is given the
 *       directory.
 * </ol>
 *
 * @param prefix what to put before a command
 * @param user who must own the files, or null if whoever runs this JVM does
 */
record RunAs(List<String> prefix, @Nullable String user) {

  private static final Duration PROBE = Duration.ofSeconds(10);
  private static @Nullable RunAs detected;

  RunAs {
    prefix = List.copyOf(prefix);
  }

  /** Found out once: how this machine is set up does not change under a running JVM. */
  static synchronized RunAs detect() {
    if (detected == null) {
      detected = find();
    }
    return detected;
  }

  private static RunAs find() {
    if (!Platform.isRoot()) {
      return new RunAs(List.of(), null);
    }
    if (works("unshare", "-U", "true")) {
      return new RunAs(List.of("unshare", "-U"), null);
    }
    for (String user : List.of("postgres", "nobody")) {
      if (works("setpriv", "--reuid", user, "--clear-groups", "true")) {
        return droppingTo(user);
      }
    }
    throw new EmbeddedPostgresException(
        "PostgreSQL refuses to run as root, and neither 'unshare -U' nor 'setpriv' (util-linux)"
            + " works here. Run this as a plain user, or give the address of a PostgreSQL server.");
  }

  static RunAs droppingTo(String user) {
    String group = Commands.run(List.of("id", "-g", user), PROBE).output();
    List<String> prefix = List.of("setpriv", "--reuid", user, "--regid", group, "--clear-groups");
    return new RunAs(prefix, user);
  }

  List<String> command(Path program, String... arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Hands the tree to the user under whom the server runs. */
  void own(Path tree) throws IOException {
    if (user == null) {
      return;
    }
    UserPrincipal owner =
        tree.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.setOwner(path, owner);
      }
    }
  }

  private static boolean works(String... command) {
    try {
      return Commands.run(List.of(command), PROBE).ok();
    } catch (EmbeddedPostgresException e) {
      return false; // not installed here
    }
  }
}
