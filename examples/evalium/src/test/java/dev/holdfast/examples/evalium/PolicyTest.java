package dev.holdfast.examples.evalium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.check.CheckResult;
import dev.holdfast.policy.check.StaticCheck;
import dev.holdfast.policy.check.source.SqlSources;
import dev.holdfast.policy.document.PolicyDocument;
import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.policy.lint.PolicyLint;
import dev.holdfast.policy.sql.SqlLocks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What CI runs on the sources: `holdfast policy lint`, `policy doc --check`, `check`. */
@DisplayName("E2: the policy of the assessment platform")
class PolicyTest {

  private static final Path FILE = Path.of("holdfast-policy.yaml");

  private final Policy policy = PolicyReader.read(FILE);

  @Test
  @DisplayName("E2: does not contradict itself, and the document says the same")
  void inOrder() {
    assertThat(PolicyLint.check(policy)).isEmpty();
    Path document = Path.of("holdfast-policy.md");
    assertThat(PolicyDocument.of(policy, FILE.toString(), document).drift(document)).isEmpty();
  }

  @Test
  @DisplayName("E2: is kept by the sources: the static check finds nothing")
  void kept() {
    SqlSources.Options options = SqlSources.Options.from(Path.of("").toAbsolutePath());
    CheckResult result =
        new StaticCheck(policy, SqlLocks.plain()).run(List.of(Path.of("src/main")), options);
    assertThat(result.findings()).isEmpty();
    assertThat(result.counts().texts()).isGreaterThan(30);
  }
}
