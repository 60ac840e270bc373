package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What depends on who runs it and where. Root can become anybody, so these run for root and are
 * skipped for others, for whom every other test here is the test of a plain user.
 */
@DisplayName("A database in a directory, run by root")
class UsersAndDisksTest {

  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  private static Path world;
  private static String classPath;

  @BeforeAll
  static void copyWhatNobodyCanRead() throws IOException {
    assumeTrue(Platform.isRoot(), "only root can run something as somebody else");
    world = Files.createTempDirectory("holdfast-test-");
    Files.setPosixFilePermissions(world, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> copies = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path copy = world.resolve("class-path-" + copies.size());
      copy(Path.of(entry), copy);
      copies.add(copy.toString());
    }
    classPath = String.join(File.pathSeparator, copies);
  }

  @AfterAll
  static void delete() throws IOException {
    if (world != null) {
      Trees.delete(world);
    }
  }

  @Test
  @DisplayName("works for a plain user")
  void plainUser() throws Exception {
    Path directory = world.resolve("of-nobody");
    try (Jvm jvm = start(AS_NOBODY, directory.toString())) {
      assertWorks(jvm);
      assertThat(Files.getOwner(directory.resolve("postgres")).getName()).isEqualTo("nobody");
    }
  }

  @Test
  @DisplayName("works for root where there are no user namespaces: as another user")
  void droppingRoot() throws Exception {
    Path directory = world.resolve("given-to-nobody");
    try (Jvm jvm = start(List.of(), directory.toString(), "nobody")) {
      assertWorks(jvm);
      assertThat(Files.getOwner(directory.resolve("postgres")).getName()).isEqualTo("nobody");
    }
  }

  @Test
  @DisplayName("has a sibling for tests, which works for a plain user and for a dropping root")
  void serversForTests() throws Exception {
    try (Jvm plain = start(AS_NOBODY, SharedServerMain.class);
        Jvm dropping = start(List.of(), SharedServerMain.class, "nobody")) {
      for (Jvm jvm : List.of(plain, dropping)) {
        ServerProcesses server = new ServerProcesses(Long.parseLong(jvm.await("pid")));
        assertThat(Files.getOwner(Path.of(jvm.await("data"))).getName()).isEqualTo("nobody");
        assertThat(server.isRunning()).isTrue();
        jvm.send("end");
        assertThat(jvm.awaitExit()).isZero();
        SharedServerLifeTest.eventually(() -> !server.isRunning());
      }
    }
  }

  @Test
  @DisplayName("in a place where the user may not write: the error says so, and what to do")
  void unwritable() throws Exception {
    Path locked = Files.createDirectory(world.resolve("locked"));
    try (Jvm jvm = start(AS_NOBODY, locked.resolve("data").toString())) {
      assertThat(jvm.await("error"))
          .contains("The data directory " + locked.resolve("data") + " can't be used")
          .contains("choose another directory");
    }
    try (Jvm jvm = start(AS_NOBODY, locked.toString())) {
      assertThat(jvm.await("error")).contains("choose another directory");
    }
  }

  @Test
  @DisplayName("on a disk that is full: the error says so, and nothing is left half done")
  void diskFull() throws Exception {
    try (Jvm jvm = startOnDisk("12m", "\"$@\"; ls -A \"$0\"/data")) {
      assertThat(jvm.await("error")).contains("The disk is full: free some space");
      assertThat(jvm.await("")).isEqualTo("lock");
      assertThat(jvm.await("")).isEqualTo("password");
      assertThat(jvm.awaitExit()).isZero();
    }
  }

  @Test
  @DisplayName(
      "on a disk that filled up meanwhile: the error says so, and it works with space again")
  void diskFilledUp() throws Exception {
    String fill =
        """
        "$@" </dev/null
        cat /dev/zero >"$0"/fill
        "$@"
        rm "$0"/fill
        "$@"
        """;
    try (Jvm jvm = startOnDisk("64m", fill)) {
      assertThat(jvm.await("first")).isEqualTo("true");
      assertThat(jvm.await("error")).contains("The disk is full: free some space");
      assertThat(jvm.await("first")).isEqualTo("false");
      assertWorks(jvm);
    }
  }

  /** In a mount namespace of its own, which goes with the processes in it. */
  private static Jvm startOnDisk(String size, String script) throws IOException {
    Path disk = Files.createDirectory(world.resolve("disk-" + size));
    List<String> probe = List.of("unshare", "-m", "mount", "-t", "tmpfs", "none", disk.toString());
    assumeTrue(Commands.run(probe, Duration.ofSeconds(10)).ok(), "mounting is not allowed here");
    String mount = "mount -t tmpfs -o size=" + size + " none \"$0\"\n" + script;
    List<String> prefix = List.of("unshare", "-m", "sh", "-c", mount, disk.toString());
    return start(prefix, disk.resolve("data").toString());
  }

  private static Jvm start(List<String> prefix, String... arguments) throws IOException {
    return start(prefix, EmbeddedMain.class, arguments);
  }

  private static Jvm start(List<String> prefix, Class<?> main, String... arguments)
      throws IOException {
    Map<String, String> environment =
        Map.of("CLASSPATH", classPath, "HOLDFAST_CACHE", world.resolve("cache").toString());
    return Jvm.start(prefix, environment, main, arguments);
  }

  private static void assertWorks(Jvm jvm) throws Exception {
    jvm.await("url");
    jvm.send("?");
    assertThat(jvm.await("answer")).isEqualTo("42");
    jvm.send("end");
    assertThat(jvm.awaitExit()).isZero();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }
}
