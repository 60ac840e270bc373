package dev.holdfast.policy.check.source;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Reads files of Java by the JDK's own parser; nothing is compiled, nothing is on a class path. */
final class JavaFiles {
  /** Without folding, each part of a concatenation keeps its own place. */
  private static final List<String> OPTIONS = List.of("-proc:none", "-XDallowStringFolding=false");

  private static final List<String> OLD =
      Stream.concat(OPTIONS.stream(), Stream.of("-source", "8")).toList();

  /** Making one costs more than parsing a file; a thread's tasks come one after the other. */
  private static final ThreadLocal<StandardJavaFileManager> MANAGERS =
      ThreadLocal.withInitial(
          () -> ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null));

  private JavaFiles() {}

  /** Whether this Java has a parser of Java: a JRE has none. */
  static boolean canRead() {
    return ToolProvider.getSystemJavaCompiler() != null;
  }

  /** What is no Java any more, such as a method called {@code yield}, may have been Java 8. */
  static Facts read(SourceFile file) {
    Facts facts = read(file, OPTIONS);
    if (facts.unreadable.isEmpty()) {
      return facts;
    }
    Facts old = read(file, OLD);
    return old.unreadable.isEmpty() ? old : facts;
  }

  private static Facts read(SourceFile file, List<String> options) {
    Facts facts = new Facts();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                Writer.nullWriter(),
                MANAGERS.get(),
                problems,
                options,
                null,
                List.of(new InMemory(file)));
    try {
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        JavaSource source = new JavaSource(file.name(), file.content(), unit, positions);
        new JavaWalker(source, facts).scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (StackOverflowError e) {
      facts.unreadable.put(new Place(file.name(), 1, 1), "its expressions are nested too deep");
    }
    problems.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .limit(1)
        .forEach(problem -> facts.unreadable.put(place(file, problem), words(problem)));
    return facts;
  }

  private static Place place(SourceFile file, Diagnostic<?> problem) {
    int line = (int) Math.max(1, problem.getLineNumber());
    return new Place(file.name(), line, (int) Math.max(0, problem.getColumnNumber()));
  }

  private static String words(Diagnostic<?> problem) {
    return "the Java "
        + Runtime.version().feature()
        + " parser says: "
        + problem.getMessage(Locale.ENGLISH).lines().findFirst().orElse("");
  }

  private static final class InMemory extends SimpleJavaFileObject {
    private final String content;

    InMemory(SourceFile file) {
      super(URI.create("mem:///Source.java"), Kind.SOURCE);
      this.content = file.content();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return content;
    }
  }
}
