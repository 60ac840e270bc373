package dev.holdfast.bench.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the scenarios saw, for people (a table) and for programs (JSON). */
public final class Report {

  private final List<Figure> figures = new ArrayList<>();
  private final List<Count> counts = new ArrayList<>();
  private final Map<Target, Samples> judged = new EnumMap<>(Target.class);
  private final Map<Target, String> notes = new EnumMap<>(Target.class);
  private final Map<String, String> missing = new TreeMap<>();
  private boolean hasFailed;

  public void add(Figure figure) {
    figures.add(figure);
  }

  public void add(Count count) {
    counts.add(count);
  }

  public void judge(Target target, Samples measured) {
    judged.put(target, measured);
  }

  public void judge(Target target, double measured) {
    judge(target, new Samples(List.of(measured)));
  }

  /** With a word on it: which peer was the best. */
  public void judge(Target target, Samples measured, String note) {
    judge(target, measured);
    notes.put(target, note);
  }

  /** A contender that could not be measured, and what to do about it. */
  public void missing(String contender, String why) {
    missing.put(contender, why);
  }

  /** A scenario that ended with an error. */
  public void failed(String scenario, String error) {
    hasFailed = true;
    missing("scenario " + scenario, error);
  }

  public boolean hasFailed() {
    return hasFailed;
  }

  public List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    for (Target target : Target.values()) {
      verdicts.add(new Verdict(target, judged.get(target), notes.getOrDefault(target, "")));
    }
    return verdicts;
  }

  /** What was counted and is more than it may be. */
  public List<Count> violations() {
    return counts.stream().filter(count -> !count.isWithin()).toList();
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    append(text, "Figures (medians of the rounds; µs)", figuresTable());
    append(text, "Counts", countsTable());
    missing.forEach((who, why) -> text.append("\nNot measured: " + who + ": " + why + "\n"));
    append(text, "Targets (ratios within a round)", verdictsTable());
    return text.toString();
  }

  public Map<String, Object> json(Map<String, Object> about) {
    Map<String, Object> json = new LinkedHashMap<>(about);
    json.put("figures", figures.stream().map(Report::json).toList());
    json.put("notMeasured", missing);
    json.put("counts", counts.stream().map(Report::json).toList());
    json.put("targets", verdicts().stream().map(Report::json).toList());
    return json;
  }

  private static void append(StringBuilder text, String title, Table table) {
    if (!table.isEmpty()) {
      text.append('\n').append(title).append("\n\n").append(table);
    }
  }

  private Table figuresTable() {
    Table table = new Table("scenario", "contender", "callers", "/s", "spread", "p50", "p99", "");
    for (Figure figure : figures) {
      StringBuilder more = new StringBuilder();
      figure.more().forEach((k, v) -> more.append(k + " " + Table.number(v) + "  "));
      table.row(
          figure.scenario(),
          figure.contender(),
          String.valueOf(figure.callers()),
          Table.number(figure.rate().median()),
          Table.spread(figure.rate()),
          Table.number(figure.p50()),
          Table.number(figure.p99()),
          more.toString());
    }
    return table;
  }

  private Table countsTable() {
    Table table = new Table("count", "measured", "limit", "");
    for (Count count : counts) {
      table.row(
          count.what(),
          Table.number(count.measured()),
          Table.number(count.limit()),
          count.isWithin() ? "ok" : "TOO MANY");
    }
    return table;
  }

  private Table verdictsTable() {
    Table table = new Table("scenario", "target", "measured", "spread", "", "");
    for (Verdict verdict : verdicts()) {
      Samples measured = verdict.measured();
      table.row(
          verdict.target().scenario,
          verdict.target().wanted(),
          measured == null ? "" : Table.number(measured.median()),
          measured == null ? "" : Table.spread(measured),
          verdict.outcome(),
          verdict.note());
    }
    return table;
  }

  private static Map<String, Object> json(Figure figure) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scenario", figure.scenario());
    json.put("contender", figure.contender());
    json.put("callers", figure.callers());
    json.put("perSecond", figure.rate().median());
    json.put("rounds", figure.rate().values());
    json.put("p50Micros", figure.p50());
    json.put("p99Micros", figure.p99());
    json.putAll(figure.more());
    return json;
  }

  private static Map<String, Object> json(Count count) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("count", count.what());
    json.put("measured", count.measured());
    json.put("limit", count.limit());
    json.put("ok", count.isWithin());
    return json;
  }

  private static Map<String, Object> json(Verdict verdict) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", verdict.target().name());
    json.put("scenario", verdict.target().scenario);
    json.put("wanted", verdict.target().wanted());
    Samples measured = verdict.measured();
    if (measured != null) {
      json.put("median", measured.median());
      json.put("least", measured.min());
      json.put("most", measured.max());
      json.put("rounds", measured.values());
    }
    json.put("outcome", verdict.outcome());
    if (!verdict.note().isEmpty()) {
      json.put("note", verdict.note());
    }
    return json;
  }
}
