package dev.holdfast.policy.check;

import dev.holdfast.policy.check.source.Place;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Findings as a compiler shows them: the place, a sentence, the line with a caret, what to do. */
public final class TextReport {
  private static final int MAX_LINE = 160;

  private final SourceLines lines;
  private final boolean colour;

  /**
   * With {@code root} for files that are shown by their path from it.
   *
   * @param colour whether a terminal will show it
   */
  public TextReport(Path root, boolean colour) {
    this.lines = new SourceLines(root);
    this.colour = colour;
  }

  public String write(CheckResult result) {
    StringBuilder text = new StringBuilder();
    result.findings().forEach(finding -> text.append(one(finding)).append('\n'));
    return text.append(summary(result)).append('\n').toString();
  }

  private String one(Finding finding) {
    Place place = finding.place();
    String source = lines.line(place.file(), place.line());
    int column = place.column() > 0 ? place.column() : firstCharacter(source);
    StringBuilder text = new StringBuilder();
    text.append(bold(place.file() + ":" + place.line() + ":" + column))
        .append(": ")
        .append(red(finding.rule()))
        .append(": ")
        .append(visible(finding.reason()))
        .append('\n');
    if (!source.isBlank() && source.length() <= MAX_LINE && column <= source.length()) {
      text.append("    ").append(visible(source)).append('\n');
      text.append("    ").append(" ".repeat(column - 1)).append(red("^")).append('\n');
    } else if (!finding.context().sql().isEmpty()) {
      text.append("    ").append(visible(finding.context().sql())).append('\n');
    }
    return text.append("  fix: ").append(visible(finding.fix())).append('\n').toString();
  }

  private static String summary(CheckResult result) {
    CheckResult.Counts counts = result.counts();
    Map<String, Integer> rules = new TreeMap<>();
    result.findings().forEach(finding -> rules.merge(finding.rule(), 1, Integer::sum));
    StringBuilder text = new StringBuilder();
    text.append(counted(result.findings().size(), "finding"));
    if (!rules.isEmpty()) {
      text.append(' ')
          .append(rules.toString().replace('{', '(').replace('}', ')').replace("=", " "));
    }
    text.append(" in ").append(counted(counts.texts(), "statement"));
    text.append(" of ").append(counted(counts.files(), "file"));
    return counts.allowed() == 0
        ? text.toString()
        : text + "; " + counts.allowed() + " allowed by comments";
  }

  private static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static int firstCharacter(String source) {
    return 1 + source.length() - source.stripLeading().length();
  }

  /** Sources are data: nothing in them steers the terminal. */
  private static String visible(String text) {
    return text.replaceAll("[\\p{Cntrl}]", "?");
  }

  private String bold(String text) {
    return colour ? "\u001b[1m" + text + "\u001b[0m" : text;
  }

  private String red(String text) {
    return colour ? "\u001b[31m" + text + "\u001b[0m" : text;
  }
}
