package dev.holdfast.policy.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Position;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.check.source.SqlSources;
import dev.holdfast.policy.lint.LintFinding;
import dev.holdfast.policy.lint.PolicyLint;
import dev.holdfast.policy.sql.SqlLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the check reports can be exempted, with a reason and an end. */
class ExemptFilesTest {
  private static final LocalDate LONG_GONE = LocalDate.of(2001, 1, 1);
  private static final LocalDate FAR_AWAY = LocalDate.of(9999, 1, 1);

  @TempDir Path dir;
  Checked checked = new Checked(Path.of("."));

  /** Two files, each with a finding of each of these rules. */
  @BeforeEach
  void begin() {
    checked = new Checked(dir);
    for (String where : List.of("old", "young")) {
      checked.withClass(
          "app." + where + ".Dao",
          """
          void a(java.sql.Statement statement, String t) throws Exception {
            statement.execute("delete from " + t); // holdfast:allow nothing
            statement.execute("delete from audit");
            statement.execute("delete from nowhere");
            connection.prepareStatement("delete from sessions wherever x = = 1");
            statement.execute("select * from sessions for update");
          }
          """);
      checked.with("app/" + where + "/Broken.java", "class Broken { int x = ; }");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Rule.class,
      names = {
        "UNFOLDED",
        "UNREADABLE",
        "ALLOW",
        "NEVER",
        "UNKNOWN_TABLE",
        "UNPARSED",
        "HELPER_PACKAGE"
      })
  @DisplayName("P3: a rule can be exempted in files, for a while")
  void files(Rule rule) {
    assertThat(files(Checked.POLICY, rule)).hasSize(2);

    Policy holds = with(rule, FAR_AWAY);
    assertThat(files(holds, rule)).singleElement().asString().contains("young");
    assertThat(run(holds).findings()).hasSize(run(Checked.POLICY).findings().size() - 1);

    Policy over = with(rule, LONG_GONE);
    assertThat(files(over, rule)).hasSize(2);
    assertThat(run(over).findings())
        .filteredOn(f -> f.rule().equals(rule.id()) && f.place().file().contains("old"))
        .singleElement()
        .extracting(Finding::reason)
        .asString()
        .containsOnlyOnce("Its exemption (it goes soon) expired after 2001-01-01.");
  }

  @Test
  @DisplayName("P3: a baseline knows findings of every rule")
  void baseline() throws IOException {
    CheckResult result = run(Checked.POLICY);
    Path known = dir.resolve("known.json");
    Files.writeString(known, Baseline.write(result));
    assertThat(result.findings()).hasSizeGreaterThan(12);
    assertThat(Baseline.read(known).without(result).findings()).isEmpty();
  }

  @Test
  @DisplayName("P2: an exemption by tables from a rule that knows none is an error of the lint")
  void lint() {
    Policy wrong =
        Checked.POLICY.withExemptions(
            List.of(Exemption.of(Rule.UNFOLDED, "audit", "it goes soon", FAR_AWAY)));
    assertThat(PolicyLint.check(wrong))
        .extracting(LintFinding::reason)
        .contains("The exemption from unfolded names tables, and such a finding has none.");
    assertThat(PolicyLint.check(with(Rule.UNFOLDED, FAR_AWAY)))
        .extracting(LintFinding::id)
        .doesNotContain("exemption-scope");
  }

  private static Policy with(Rule rule, LocalDate until) {
    Exemption.Scope scope = new Exemption.Scope(List.of(), List.of(), List.of("**/old/*.java"));
    return Checked.POLICY.withExemptions(
        List.of(new Exemption(rule.id(), scope, "it goes soon", until, Position.NONE)));
  }

  private CheckResult run(Policy policy) {
    return new StaticCheck(policy, SqlLocks.plain())
        .run(List.of(dir), SqlSources.Options.from(dir));
  }

  private List<String> files(Policy policy, Rule rule) {
    return run(policy).findings().stream()
        .filter(finding -> finding.rule().equals(rule.id()))
        .map(finding -> finding.place().file())
        .toList();
  }
}
