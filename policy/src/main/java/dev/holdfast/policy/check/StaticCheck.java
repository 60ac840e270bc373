package dev.holdfast.policy.check;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.check.source.Note;
import dev.holdfast.policy.check.source.Place;
import dev.holdfast.policy.check.source.SqlSources;
import dev.holdfast.policy.check.source.SqlText;
import dev.holdfast.policy.check.source.Unit;
import dev.holdfast.policy.rules.Exempting;
import dev.holdfast.policy.sql.LockAnalysis;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Holds the SQL of source files against a policy. Nothing is run, no database is needed. */
public final class StaticCheck {
  private final Policy policy;
  private final LockAnalysis analysis;

  public StaticCheck(Policy policy, LockAnalysis analysis) {
    this.policy = policy;
    this.analysis = analysis;
  }

  public CheckResult run(List<Path> paths, SqlSources.Options options) {
    SqlSources.Found found = SqlSources.read(paths, options);
    Allows allows = new Allows(found.allows());
    List<Finding> findings = new ArrayList<>();
    allows.invalid().stream().flatMap(this::unlessExempt).forEach(findings::add);
    found.unreadable().entrySet().stream()
        .map(entry -> unreadable(entry.getKey(), entry.getValue()))
        .flatMap(this::unlessExempt)
        .forEach(findings::add);
    int allowed = judge(found.texts(), allows, findings);
    List<Note> notes = new ArrayList<>(found.notes());
    notes.addAll(allows.idle());
    findings.sort(Comparator.comparing(Finding::place).thenComparing(Finding::rule));
    return new CheckResult(
        List.copyOf(findings),
        List.copyOf(notes),
        new CheckResult.Counts(found.files(), found.texts().size(), allowed));
  }

  /** Adds what breaks the policy, once each; returns how much of it comments allow. */
  private int judge(List<SqlText> texts, Allows allows, List<Finding> into) {
    Judge judge = new Judge(policy, analysis, new MigrationRules(policy, texts));
    Set<List<Object>> seen = new HashSet<>();
    int allowed = 0;
    List<List<Judge.Judged>> all = units(texts).parallelStream().map(judge::judge).toList();
    for (Judge.Judged judged : all.stream().flatMap(List::stream).toList()) {
      Finding finding = judged.finding();
      if (seen.add(List.of(finding.place(), finding.rule(), finding.context().table()))) {
        boolean ok = allows.allow(finding, judged.text());
        allowed += ok ? 1 : 0;
        into.addAll(ok ? List.of() : List.of(finding));
      }
    }
    return allowed;
  }

  private static Collection<List<SqlText>> units(List<SqlText> texts) {
    Map<Unit, List<SqlText>> units = new LinkedHashMap<>();
    for (SqlText text : texts) {
      units.computeIfAbsent(text.owner().unit(), u -> new ArrayList<>()).add(text);
    }
    return units.values();
  }

  /** Of findings that no statement has. */
  private Stream<Finding> unlessExempt(Finding finding) {
    Clock clock = Clock.systemUTC();
    Actor nobody = Actor.undeclared();
    Violation violation = new Violation(finding.rule(), null, finding.reason(), finding.fix());
    List<Violation> left = Exempting.anywhere(policy, nobody, clock).from(List.of(violation));
    return Exempting.in(finding.place().file(), policy, nobody, clock).from(left).stream()
        .map(exempt -> finding.withReason(exempt.reason()));
  }

  private static Finding unreadable(Place place, String why) {
    Rule rule = Rule.UNREADABLE;
    String reason = "The file can't be read whole: " + why + ".";
    return new Finding(place, rule.id(), reason, rule.fix(), Finding.Context.NONE);
  }
}
