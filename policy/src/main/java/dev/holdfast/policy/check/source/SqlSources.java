package dev.holdfast.policy.check.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** Reads source files and finds their SQL. */
public final class SqlSources {

  /**
   * How to read. By default nothing is excluded and no placeholder is defined.
   *
   * @param root files below it are shown by their path from it
   * @param excluded globs of paths from the root
   * @param defined values of placeholders that a framework fills in
   * @param progress is told how many files have been read
   */
  public record Options(
      Path root, List<String> excluded, Map<String, String> defined, IntConsumer progress) {
    public Options {
      excluded = List.copyOf(excluded);
      excluded.forEach(SourceFiles::glob);
      defined = Map.copyOf(defined);
    }

    public static Options from(Path root) {
      return new Options(root, List.of(), Map.of(), done -> {});
    }

    public Options withExcluded(List<String> globs) {
      return new Options(root, globs, defined, progress);
    }

    public Options withDefined(Map<String, String> values) {
      return new Options(root, excluded, values, progress);
    }

    public Options withProgress(IntConsumer newProgress) {
      return new Options(root, excluded, defined, newProgress);
    }
  }

  /**
   * What was found.
   *
   * @param texts by file, each file's in its own order
   * @param unreadable places that the language's own parser could not read, and why
   */
  public record Found(
      int files,
      List<SqlText> texts,
      List<Allow> allows,
      List<Note> notes,
      Map<Place, String> unreadable) {}

  private SqlSources() {}

  /** Whether this Java can read sources of Java: a JDK can, a JRE can't. */
  public static boolean canReadJava() {
    return JavaFiles.canRead();
  }

  public static Found read(List<Path> paths, Options options) {
    SourceFiles files = new SourceFiles(options.root(), options.excluded());
    paths.forEach(files::add);
    List<Facts> facts = new Reading(files, options.progress()).all();
    Names names = new Names(options.defined());
    facts.forEach(names::add);
    List<SqlText> texts = new Extraction(names).texts(facts);
    List<Allow> allows = new ArrayList<>();
    List<Note> notes = new ArrayList<>(files.notes());
    Map<Place, String> unreadable = new TreeMap<>();
    for (Facts one : facts) {
      allows.addAll(one.allows);
      notes.addAll(one.notes);
      unreadable.putAll(one.unreadable);
    }
    return new Found(files.found().size(), texts, allows, notes, unreadable);
  }
}
