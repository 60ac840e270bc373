package dev.holdfast.torture.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL refuses to run as root: a user namespace of its own is the way down that leaves files
 * as they are; else the user postgres is given them.
 */
final class Unprivileged {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
  private static final boolean NAMESPACE = ROOT && Shell.works("unshare", "-U", "true");

  private Unprivileged() {}

  static boolean isRoot() {
    return ROOT;
  }

  static List<String> command(String... command) {
    List<String> all = new ArrayList<>();
    if (NAMESPACE) {
      all.addAll(List.of("unshare", "-U"));
    } else if (ROOT) {
      all.addAll(List.of("setpriv", "--reuid", "postgres", "--clear-groups"));
    }
    all.addAll(List.of(command));
    return all;
  }

  static void own(Path tree) {
    if (ROOT && !NAMESPACE) {
      Shell.run(Duration.ofSeconds(30), List.of("chown", "-R", "postgres", tree.toString()));
    }
  }
}
