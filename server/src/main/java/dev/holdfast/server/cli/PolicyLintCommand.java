package dev.holdfast.server.cli;

import dev.holdfast.policy.Position;
import dev.holdfast.policy.file.PolicyFileException;
import dev.holdfast.policy.lint.LintFinding;
import dev.holdfast.policy.lint.LintFinding.Severity;
import dev.holdfast.policy.lint.PolicyLint;
import dev.holdfast.server.text.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    description = {
      "Find what the policy says against itself.",
      "Exit code 0: nothing, or warnings only; 1: errors; 2: the file is not a policy."
    })
final class PolicyLintCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private PolicyOptions policy = new PolicyOptions();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Option(names = "--strict", description = "Warnings count as errors.")
  private boolean strict;

  @Override
  public Integer call() {
    try {
      List<LintFinding> found = PolicyLint.check(policy.read());
      print(found);
      boolean bad = strict ? !found.isEmpty() : found.stream().anyMatch(LintFinding::isError);
      return bad ? ExitCodes.NO : ExitCodes.OK;
    } catch (PolicyFileException e) {
      print(e.problems().stream().map(p -> invalid(p.at(), p.message())).toList());
      return ExitCodes.NOT_A_POLICY;
    }
  }

  private static LintFinding invalid(Position at, String message) {
    return new LintFinding("invalid", Severity.ERROR, at, message, "");
  }

  private void print(List<LintFinding> found) {
    Console console = Console.of(spec);
    if (json) {
      console.print(Json.write(found.stream().map(this::object).toList()) + "\n");
    } else {
      found.forEach(finding -> console.print(line(finding) + "\n"));
      console.say(found.isEmpty() ? policy.file() + " is in order" : count(found));
    }
  }

  private String line(LintFinding finding) {
    String sentences = (finding.reason() + " " + finding.fix()).strip();
    return Table.visible(
        "%s:%s: %s: %s [%s]"
            .formatted(policy.file(), finding.at(), word(finding), sentences, finding.id()));
  }

  private Map<String, Object> object(LintFinding finding) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("file", policy.file().toString());
    object.put("line", finding.at().line());
    object.put("column", finding.at().column());
    object.put("severity", word(finding));
    object.put("id", finding.id());
    object.put("reason", finding.reason());
    object.put("fix", finding.fix());
    return object;
  }

  private static String word(LintFinding finding) {
    return finding.severity().name().toLowerCase(Locale.ROOT);
  }

  private static String count(List<LintFinding> found) {
    long errors = found.stream().filter(LintFinding::isError).count();
    return errors + " errors, " + (found.size() - errors) + " warnings";
  }
}
