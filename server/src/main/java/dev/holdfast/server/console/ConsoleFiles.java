package dev.holdfast.server.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The console's files, by their path below it: from the jar, or from the build's directory. */
final class ConsoleFiles {
  private static final String ROOT = "console/";
  private static final String INDEX = "index.html";

  private ConsoleFiles() {}

  static Map<String, byte[]> read() {
    try {
      URL index = ConsoleFiles.class.getClassLoader().getResource(ROOT + INDEX);
      if (index == null) {
        throw new IllegalStateException("the console is not in this jar: build it again");
      }
      return index.openConnection() instanceof JarURLConnection jar
          ? fromJar(jar)
          : fromDirectory(Path.of(index.toURI()).resolveSibling(""));
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the console's files", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The class loader's own open jar is asked; it is not ours to close. */
  private static Map<String, byte[]> fromJar(JarURLConnection connection) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    JarFile jar = connection.getJarFile();
    List<JarEntry> entries =
        jar.stream().filter(e -> e.getName().startsWith(ROOT) && !e.isDirectory()).toList();
    for (JarEntry entry : entries) {
      try (InputStream in = jar.getInputStream(entry)) {
        files.put(entry.getName().substring(ROOT.length()), in.readAllBytes());
      }
    }
    return files;
  }

  private static Map<String, byte[]> fromDirectory(Path root) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    URI base = root.toUri();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(base.relativize(path.toUri()).getPath(), Files.readAllBytes(path));
      }
    }
    return files;
  }
}
