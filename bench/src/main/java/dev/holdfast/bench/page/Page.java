package dev.holdfast.bench.page;

import dev.holdfast.bench.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Writes the measured part of a Markdown file, and its plots into {@code images/} beside it. */
public final class Page {

  static final String BEGIN = "<!-- measured: written by holdfast bench, page -->";
  static final String END = "<!-- measured: end -->";

  private Page() {}

  /**
   * Writes them.
   *
   * @throws IOException also if the file has no marks to write between
   */
  public static void write(Path json, Path page) throws IOException {
    Results results = Results.of(Files.readString(json));
    Map<String, BarChart> charts = Charts.of(results);
    Path images = page.resolveSibling("images");
    Files.createDirectories(images);
    for (Map.Entry<String, BarChart> chart : charts.entrySet()) {
      Files.writeString(images.resolve(chart.getKey() + ".svg"), chart.getValue().svg());
    }
    Files.writeString(page, between(Files.readString(page), markdown(results, charts)));
  }

  static String between(String page, String measured) throws IOException {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException("the page needs the lines\n" + BEGIN + "\n" + END);
    }
    return page.substring(0, begin + BEGIN.length())
        + "\n\n"
        + measured
        + "\n"
        + page.substring(end);
  }

  static String markdown(Results results, Map<String, BarChart> charts) {
    StringBuilder text = new StringBuilder();
    machine(text, results);
    behind(text, results);
    targets(text, results);
    if (!charts.isEmpty()) {
      text.append("### Plots\n\nGreen: Holdfast; yellow: bare statements; grey: the others.\n\n");
    }
    charts.forEach(
        (file, chart) -> text.append("![%s](images/%s.svg)\n\n".formatted(chart.title(), file)));
    figures(text, results);
    return text.toString();
  }

  private static void machine(StringBuilder text, Results results) {
    text.append("### The run\n\n| | |\n|---|---|\n");
    results.about().forEach((name, value) -> row(text, name, value));
    text.append('\n');
    results
        .notMeasured()
        .forEach((who, why) -> text.append("Not measured: %s: %s\n\n".formatted(who, why)));
  }

  private static void behind(StringBuilder text, Results results) {
    text.append("### Where we are behind\n\n");
    List<Results.Row> missed = withOutcome(results, "missed");
    if (missed.isEmpty()) {
      text.append("No target that was measured was missed.\n");
    }
    for (Results.Row target : missed) {
      text.append(
          "- %s: %s, measured %s\n"
              .formatted(
                  target.text("scenario"),
                  target.text("wanted"),
                  Table.number(target.number("median"))));
    }
    int open = withOutcome(results, "not measured").size();
    if (open > 0) {
      text.append("- not measured in this run: %d of the targets below\n".formatted(open));
    }
    text.append('\n');
  }

  private static void targets(StringBuilder text, Results results) {
    text.append("### Targets\n\n| scenario | target | measured | spread | | |\n|");
    text.append("---|---|---|---|---|---|\n");
    for (Results.Row target : results.targets()) {
      row(
          text,
          target.text("scenario"),
          target.text("wanted"),
          number(target, "median"),
          target.number("least") < target.number("most")
              ? number(target, "least") + " – " + number(target, "most")
              : "",
          target.text("outcome"),
          target.text("note"));
    }
    text.append('\n');
  }

  private static void figures(StringBuilder text, Results results) {
    text.append("### Figures\n\n");
    text.append("Times in µs; CPU time and WAL an operation; medians of the rounds.\n\n");
    text.append("| scenario | contender | callers | /s | p50 | p99 | p99.9 | CPU client |");
    text.append(" CPU server | WAL bytes | |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (Results.Row figure : results.figures()) {
      row(
          text,
          figure.text("scenario"),
          figure.text("contender"),
          number(figure, "callers"),
          number(figure, "perSecond"),
          number(figure, "p50Micros"),
          number(figure, "p99Micros"),
          number(figure, "p999Micros"),
          number(figure, "clientCpuMicros"),
          number(figure, "serverCpuMicros"),
          number(figure, "walBytes"),
          more(figure));
    }
  }

  private static final List<String> IN_COLUMNS =
      List.of(
          "scenario",
          "contender",
          "callers",
          "perSecond",
          "rounds",
          "p50Micros",
          "p99Micros",
          "p999Micros",
          "clientCpuMicros",
          "serverCpuMicros",
          "walBytes");

  private static String more(Results.Row figure) {
    StringBuilder more = new StringBuilder();
    for (Object name : new TreeSet<>(figure.members().keySet())) {
      if (!IN_COLUMNS.contains(name)) {
        more.append("%s %s ".formatted(name, number(figure, name.toString())));
      }
    }
    return more.toString().strip();
  }

  private static List<Results.Row> withOutcome(Results results, String outcome) {
    return results.targets().stream().filter(row -> row.text("outcome").equals(outcome)).toList();
  }

  private static String number(Results.Row row, String name) {
    double value = row.number(name);
    return Double.isNaN(value) ? "" : Table.number(value);
  }

  private static void row(StringBuilder text, String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
