package dev.holdfast.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Evalium;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.file.PolicyReader;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PolicyLintTest {

  private static final Clock NOW =
      Clock.fixed(Instant.parse("2026-06-01T12:00:00Z"), ZoneOffset.UTC);

  @Test
  @DisplayName("P2: on the source as written the lint finds its contradictions, and nothing else")
  void asWritten() {
    assertThat(lint(PolicyReader.read(Evalium.AS_WRITTEN)))
        .satisfiesExactly(
            f ->
                is(
                    f,
                    "not-alphabetical",
                    "Cluster A ",
                    "assignments before assignment_overrides",
                    "delivery_sessions before delivery_session_events"),
            f -> is(f, "not-alphabetical", "Cluster D ", "users before org_units"),
            f ->
                is(
                    f,
                    "operation-order",
                    "StartDeliverySession locks delivery_sessions after submissions"),
            f ->
                is(
                    f,
                    "helper-count",
                    "ApplyRemediationBatch",
                    "LockRemediationBatchEntities, LockSubmissionForRemediation",
                    "allows 1"),
            f ->
                is(
                    f,
                    "opposite-order",
                    "SessionReaper locks delivery_sessions, then submissions",
                    "StartDeliverySession",
                    "locks submissions, then delivery_sessions"),
            f -> is(f, "operation-order", "SetUserRole locks users after roles"),
            f -> is(f, "incomplete", "RollbackRemediation"),
            f -> is(f, "incomplete", "BulkUserActions"));
  }

  @Test
  @DisplayName("P2: the corrected policy is clean")
  void corrected() {
    assertThat(lint(PolicyReader.read(Evalium.CORRECTED))).isEmpty();
  }

  @Test
  @DisplayName("P2: operations that cross clusters, or lock what is never locked or alone")
  void operations() {
    assertThat(
            lint(
                """
                holdfast-policy: 1
                clusters:
                  a: {tables: [x, y]}
                  b: {tables: [z, {name: log, rule: never}]}
                  d: {alone: true, tables: [users]}
                operations:
                  Crossing: {cluster: a, tables: [x, z]}
                  Never: {cluster: b, tables: [log]}
                  Alone: {cluster: a, tables: [x, users]}
                  Alone2: {cluster: d, tables: [users, z]}
                  Nowhere: {cluster: bb, tables: [z]}
                  Unknown: {cluster: a, tables: [x, yy]}
                  Twice: {cluster: a, tables: [x, x]}
                """))
        .satisfiesExactly(
            f -> is(f, "operation-cluster", "7:38", "z of cluster b", "outbox"),
            f -> is(f, "never-locked", "8:32", "log"),
            f -> is(f, "alone", "9:35", "users of cluster d"),
            f -> is(f, "alone", "10:40", "z of cluster b"),
            f -> is(f, "unknown-cluster", "11:3", "bb, which is not there. Did you mean b?"),
            f -> is(f, "operation-table", "12:37", "yy", "Did you mean y?"),
            f -> is(f, "operation-table", "13:35", "twice"));
  }

  @Test
  @DisplayName("P2: a table with two places, a cluster with none")
  void clusters() {
    assertThat(
            lint(
                """
                holdfast-policy: 1
                clusters:
                  a: {tables: [x, sales.y]}
                  b: {tables: [stock.y, x]}
                  c: {tables: []}
                """))
        .satisfiesExactly(
            f -> is(f, "table-twice", "4:25", "x stands in cluster b", "cluster a at 3:16"),
            f -> is(f, "empty-cluster", "5:3", "Cluster c"));
  }

  @Test
  @DisplayName("P2: exemptions that have no reason or end, are over, or fit nothing or everything")
  void exemptions() {
    assertThat(
            lint(
                """
                holdfast-policy: 1
                clusters: {a: {tables: [orders, lines]}}
                operations: {Op: {cluster: a, tables: [orders]}}
                exemptions:
                  - {rule: order, tables: [orders], reason: because, until: 2026-06-01}
                  - {rule: order, tables: [orders], reason: because, until: 2026-05-31}
                  - {rule: order, tables: [orders], until: 2027-01-01}
                  - {rule: order, tables: [orders], reason: because}
                  - {rule: order, reason: because, until: 2027-01-01}
                  - {rule: order, tables: [order], operations: [Opp], reason: because, until: 2027-01-01}
                  - {rule: unknown-table, tables: [order], reason: because, until: 2027-01-01}
                """))
        .satisfiesExactly(
            f -> is(f, "exemption-expired", "6:5", "2026-05-31"),
            f -> is(f, "exemption-reason", "7:5"),
            f -> is(f, "exemption-end", "8:5"),
            f -> is(f, "exemption-scope", "9:5", "everything"),
            f -> is(f, "exemption-scope", "10:5", "Did you mean Op?"),
            f -> is(f, "exemption-scope", "10:5", "Did you mean orders?"));
  }

  private static List<LintFinding> lint(String text) {
    return lint(PolicyReader.parse(text, "test.yaml"));
  }

  private static List<LintFinding> lint(Policy policy) {
    return PolicyLint.check(policy, NOW);
  }

  private static void is(LintFinding finding, String id, String... parts) {
    assertThat(finding.id()).isEqualTo(id);
    assertThat(finding.at().line()).isPositive();
    assertThat(finding.fix()).isNotBlank();
    assertThat(finding.at() + " " + finding.reason() + " " + finding.fix()).contains(parts);
  }
}
