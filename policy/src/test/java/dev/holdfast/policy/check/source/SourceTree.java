package dev.holdfast.policy.check.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Source files of one test. */
public final class SourceTree {
  private final Path dir;

  public SourceTree(Path dir) {
    this.dir = dir;
  }

  public SourceTree with(String name, String content) {
    try {
      Path file = dir.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A class App in package app with this body. */
  public SourceTree withClass(String body) {
    return with("app/App.java", "package app;\nclass App {\n" + body + "\n}\n");
  }

  SqlSources.Found read() {
    return SqlSources.read(List.of(dir), SqlSources.Options.from(dir));
  }

  SqlSources.Found readWith(Map<String, String> defined) {
    return SqlSources.read(List.of(dir), SqlSources.Options.from(dir).withDefined(defined));
  }

  List<String> texts() {
    return read().texts().stream().map(text -> text.text().strip()).toList();
  }
}
