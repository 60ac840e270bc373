package dev.holdfast.server.cli;

import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.server.doctor.Doctor;
import dev.holdfast.server.doctor.Finding;
import dev.holdfast.server.doctor.Finding.Level;
import dev.holdfast.server.text.Json;
import java.sql.SQLException;
import java.time.Duration;
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
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = "Look at the database as Holdfast depends on it, and say what to do.")
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Option(names = "--strict", description = "Warnings count as problems: exit code 1.")
  private boolean strict;

  @Override
  public Integer call() throws SQLException {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      List<Finding> findings = examine(opened);
      console.print(
          json
              ? Json.write(findings.stream().map(DoctorCommand::members).toList()) + "\n"
              : text(findings));
      Level worst = findings.stream().map(Finding::level).max(Level::compareTo).orElse(Level.OK);
      console.say(summary(findings));
      return worst.compareTo(strict ? Level.WARNING : Level.PROBLEM) >= 0
          ? ExitCodes.NO
          : ExitCodes.OK;
    }
  }

  private static List<Finding> examine(Database opened) {
    try {
      return Doctor.examine(opened.dataSource());
    } catch (SQLException e) {
      throw new DatabaseUnavailableException("looking at " + opened, Duration.ZERO, e);
    }
  }

  private static String text(List<Finding> findings) {
    StringBuilder out = new StringBuilder();
    for (Finding finding : findings) {
      out.append("%-8s %-22s ".formatted(word(finding.level()), finding.check()));
      out.append(Table.visible(finding.found())).append('\n');
      if (!finding.advice().isEmpty()) {
        out.append(" ".repeat(32)).append("→ ").append(Table.visible(finding.advice()));
        out.append('\n');
      }
    }
    return out.toString();
  }

  private static String summary(List<Finding> findings) {
    long problems = count(findings, Level.PROBLEM);
    long warnings = count(findings, Level.WARNING);
    return problems + warnings == 0
        ? "all is well"
        : "%d problem(s), %d warning(s)".formatted(problems, warnings);
  }

  private static long count(List<Finding> findings, Level level) {
    return findings.stream().filter(finding -> finding.level() == level).count();
  }

  private static Map<String, Object> members(Finding finding) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("level", word(finding.level()));
    members.put("check", finding.check());
    members.put("found", finding.found());
    members.put("advice", finding.advice());
    return members;
  }

  private static String word(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }
}
