package dev.holdfast.policy.check.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Reads all files, as many at a time as there are processors. */
final class Reading {
  private final SourceFiles files;
  private final IntConsumer progress;
  private final AtomicInteger done = new AtomicInteger();

  Reading(SourceFiles files, IntConsumer progress) {
    this.files = files;
    this.progress = progress;
  }

  List<Facts> all() {
    List<Callable<Facts>> tasks = new ArrayList<>();
    for (Path path : files.found()) {
      tasks.add(() -> read(path));
    }
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Facts> all = new ArrayList<>();
      for (Future<Facts> one : pool.invokeAll(tasks)) {
        all.add(one.get());
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading sources", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a source could not be read: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** Whatever a file does to its reader, the others are read; and it is said. */
  private Facts read(Path path) {
    List<Note> notes = new ArrayList<>();
    SourceFile file = files.read(path, notes);
    Facts facts = new Facts();
    if (file != null) {
      try {
        facts = facts(file);
        facts.allows.addAll(Allow.in(file.name(), file.content()));
      } catch (RuntimeException | StackOverflowError e) {
        notes.add(new Note(file.name(), "skipped: its parser failed (" + e + ")"));
      }
    }
    facts.notes.addAll(notes);
    progress.accept(done.incrementAndGet());
    return facts;
  }

  private static Facts facts(SourceFile file) {
    return switch (SourceFiles.type(file.name())) {
      case "java" -> JavaFiles.read(file);
      case "sql" -> SqlFile.read(file);
      case "xml" -> XmlFile.mayHaveSql(file.content()) ? XmlFile.read(file) : new Facts();
      default -> ChangeLogYaml.read(file);
    };
  }
}
