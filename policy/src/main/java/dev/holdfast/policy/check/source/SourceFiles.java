package dev.holdfast.policy.check.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the files to check and reads them, hostile ones included. */
final class SourceFiles {
  static final long MAX_BYTES = 4L * 1024 * 1024;
  static final int MAX_FILES = 200_000;
  private static final int MAX_DEPTH = 64;
  private static final int SHOWN = 3;
  private static final Set<String> TYPES = Set.of("java", "sql", "xml", "yaml", "yml");

  /** What builds make, and what isn't one's own. Naming such a directory checks it all the same. */
  private static final Set<String> SKIPPED = Set.of("target", "build", "out", "node_modules");

  private static final Set<String> PROJECT =
      Set.of("pom.xml", "build.gradle", "build.gradle.kts", "package.json", "src");

  private final Path root;
  private final List<PathMatcher> excluded;
  private final Set<Path> found = new TreeSet<>();
  private final List<String> foreign = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();

  SourceFiles(Path root, List<String> excluded) {
    this.root = root.toAbsolutePath().normalize();
    this.excluded = excluded.stream().map(SourceFiles::glob).toList();
  }

  /** Fails with an {@link IllegalArgumentException} that says why it is none. */
  static PathMatcher glob(String glob) {
    return FileSystems.getDefault().getPathMatcher("glob:" + glob);
  }

  Set<Path> found() {
    return found;
  }

  List<Note> notes() {
    return notes;
  }

  /** A file, or all files below a directory; links inside of it are not followed. */
  void add(Path path) {
    Path start = path.toAbsolutePath().normalize();
    if (Files.isRegularFile(start)) {
      found.add(start);
    } else if (Files.isDirectory(start)) {
      walk(start);
    } else {
      note(start, "is not there");
    }
  }

  private void walk(Path start) {
    try {
      foreign.clear();
      Files.walkFileTree(start, Set.of(), MAX_DEPTH, new Visitor(start));
      if (!foreign.isEmpty()) {
        note(start, foreign.size() + " files skipped, named for other databases: " + some());
      }
    } catch (IOException e) {
      note(start, "could not be read: " + e);
    }
  }

  private String some() {
    String names = String.join(", ", foreign.subList(0, Math.min(SHOWN, foreign.size())));
    return foreign.size() > SHOWN ? names + ", …" : names;
  }

  private void note(Path path, String message) {
    notes.add(new Note(name(path), message));
  }

  /** Relative to the root where it lies below it. */
  String name(Path path) {
    Path shown = path.startsWith(root) ? root.relativize(path) : path;
    return shown.toString().replace('\\', '/');
  }

  /** A file's text, or null with a note. */
  @Nullable SourceFile read(Path path, List<Note> into) {
    String name = name(path);
    try {
      if (Files.size(path) > MAX_BYTES) {
        into.add(new Note(name, "skipped: larger than 4 MB"));
        return null;
      }
      byte[] bytes = Files.readAllBytes(path);
      if (isBinary(bytes)) {
        into.add(new Note(name, "skipped: not text"));
        return null;
      }
      return new SourceFile(name, decode(bytes, name, into));
    } catch (IOException e) {
      into.add(new Note(name, "skipped: could not be read (" + e.getClass().getSimpleName() + ")"));
      return null;
    }
  }

  private static boolean isBinary(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, 8192); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  /** SQL is ASCII in all that matters: other encodings are read as Latin 1, which never fails. */
  private static String decode(byte[] bytes, String name, List<Note> into) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      into.add(new Note(name, "is not UTF-8; read as ISO 8859-1"));
      text = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    String bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
    return bare.replace("\r\n", "\n");
  }

  static String type(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    private final Path start;

    Visitor(Path start) {
      this.start = start;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
      String name = String.valueOf(dir.getFileName());
      boolean made = SKIPPED.contains(name) && isProject(dir.resolveSibling("."));
      boolean skip = !dir.equals(start) && (made || name.startsWith("."));
      return skip || isExcluded(dir) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      boolean wanted = TYPES.contains(type(file.toString())) && !isExcluded(file);
      if (wanted && isForOthers(file)) {
        foreign.add(String.valueOf(file.getFileName()));
        return FileVisitResult.CONTINUE;
      }
      if (wanted && Files.isSymbolicLink(file) && Files.isRegularFile(file)) {
        note(file, "skipped: a link; name it to check it");
      } else if (wanted && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        found.add(file);
      }
      if (found.size() >= MAX_FILES) {
        note(start, "has more than " + MAX_FILES + " files: the rest was skipped");
        return FileVisitResult.TERMINATE;
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      note(file, "skipped: could not be read (" + e.getClass().getSimpleName() + ")");
      return FileVisitResult.CONTINUE;
    }

    private boolean isForOthers(Path file) {
      return switch (type(file.toString())) {
        case "sql" -> OtherDatabases.isScript(name(start.relativize(file)));
        case "java" -> OtherDatabases.isType(String.valueOf(file.getFileName()));
        default -> false;
      };
    }

    /** A package of Java may be named {@code build}; beside a build file it is what builds make. */
    private boolean isProject(Path dir) {
      return PROJECT.stream().anyMatch(file -> Files.exists(dir.resolve(file)));
    }

    /** Once with a slash before it, so that a glob's first directories may be none. */
    private boolean isExcluded(Path path) {
      Path relative = Path.of(name(path));
      Path rooted = Path.of("/").resolve(relative);
      return excluded.stream().anyMatch(glob -> glob.matches(relative) || glob.matches(rooted));
    }
  }
}
