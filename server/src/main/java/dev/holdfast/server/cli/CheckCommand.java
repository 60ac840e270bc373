package dev.holdfast.server.cli;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.check.Baseline;
import dev.holdfast.policy.check.CheckResult;
import dev.holdfast.policy.check.JsonReport;
import dev.holdfast.policy.check.SarifReport;
import dev.holdfast.policy.check.StaticCheck;
import dev.holdfast.policy.check.TextReport;
import dev.holdfast.policy.check.source.SqlSources;
import dev.holdfast.policy.sql.Catalog;
import dev.holdfast.policy.sql.SqlLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Find SQL in source files that breaks the policy: Java, .sql, migrations, MyBatis, JPA.",
      "Exit code 0: nothing found; 1: findings; 2: the policy file is not a policy."
    },
    footer = {
      "",
      "A comment allows a finding: -- holdfast:allow RULE and why it is right here.",
      "Example: @|bold holdfast check src/main --baseline holdfast-baseline.json|@"
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private PolicyOptions policy = new PolicyOptions();

  @Parameters(paramLabel = "PATH", description = "Files and directories; else this directory.")
  private List<Path> paths = new ArrayList<>();

  @ArgGroup private Format format = new Format();

  /** One of the two, or text. */
  static final class Format {
    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Option(names = "--sarif", description = "As SARIF 2.1.0, for code hosts.")
    private boolean sarif;
  }

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write there, not to standard output.")
  private @Nullable Path out;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Findings that this file has are known: only new ones count.")
  private @Nullable Path baseline;

  @Option(names = "--write-baseline", description = "Make all findings known, in that file.")
  private boolean writeBaseline;

  @Option(
      names = "--exclude",
      paramLabel = "GLOB",
      description = "Leave out paths like this, as **/src/test/**. May be given often.")
  private List<String> excluded = new ArrayList<>();

  @Option(
      names = "--define",
      paramLabel = "NAME=VALUE",
      description = "What a placeholder in SQL stands for, as $${prefix}. May be given often.")
  private Map<String, String> defined = new LinkedHashMap<>();

  @Option(
      names = "--catalog",
      paramLabel = "FILE",
      description = "A snapshot of the schema: foreign keys, cascades and triggers count too.")
  private @Nullable Path catalog;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    if (writeBaseline && baseline == null) {
      throw new UsageException("--write-baseline needs --baseline FILE to write to");
    }
    if (!SqlSources.canReadJava()) {
      throw new UsageException("a JDK is needed to read Java sources; this Java is a JRE");
    }
    Policy rules = policy.read();
    Path root = Path.of("").toAbsolutePath();
    CheckResult result = new StaticCheck(rules, analysis()).run(paths(), options(root, console));
    result.notes().forEach(note -> console.say(note.toString()));
    if (writeBaseline && baseline != null) {
      write(baseline, Baseline.write(result));
      console.say(result.findings().size() + " findings are known from now on: " + baseline);
      return ExitCodes.OK;
    }
    CheckResult left = baseline == null ? result : withoutKnown(result, baseline, console);
    print(left, root, console);
    return left.findings().isEmpty() ? ExitCodes.OK : ExitCodes.NO;
  }

  private SqlLocks analysis() {
    if (catalog == null) {
      return SqlLocks.plain();
    }
    try {
      return SqlLocks.with(Catalog.fromText(Files.readString(catalog)));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(catalog + " is not a catalog: " + e.getMessage());
    }
  }

  private List<Path> paths() {
    List<Path> all = paths.isEmpty() ? List.of(Path.of("")) : paths;
    for (Path path : all) {
      if (!Files.exists(path.toAbsolutePath())) {
        throw new UsageException("there is no " + path);
      }
    }
    return all;
  }

  private SqlSources.Options options(Path root, Console console) {
    try {
      return SqlSources.Options.from(root)
          .withExcluded(excluded)
          .withDefined(defined)
          .withProgress(new Progress(console));
    } catch (IllegalArgumentException e) {
      throw new UsageException("not a glob: " + e.getMessage());
    }
  }

  private static CheckResult withoutKnown(CheckResult result, Path file, Console console) {
    try {
      Baseline known = Baseline.read(file);
      int gone = known.gone(result);
      if (gone > 0) {
        console.say(gone + " findings of " + file + " are gone: write it anew");
      }
      return known.without(result);
    } catch (IOException e) {
      throw new UsageException("the baseline can't be read: " + e.getMessage());
    }
  }

  private void print(CheckResult result, Path root, Console console) {
    String text;
    if (format.sarif) {
      text = SarifReport.write(result, Version.number());
    } else if (format.json) {
      text = JsonReport.write(result);
    } else {
      boolean colour = out == null && spec.commandLine().getColorScheme().ansi().enabled();
      text = new TextReport(root, colour).write(result);
    }
    if (out == null) {
      console.print(text);
    } else {
      write(out, text);
      console.say(result.findings().size() + " findings; see " + out);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UsageException("cannot write " + file + ": " + e.getMessage());
    }
  }
}
