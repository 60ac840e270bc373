package dev.holdfast.policy.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Evalium;
import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Position;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.TableRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyReaderTest {

  @Test
  @DisplayName("P1: the whole of a file is read: clusters, rules, operations, helpers, exemptions")
  void everything() {
    Policy policy = PolicyReader.read(Evalium.CORRECTED);
    assertThat(policy.clusters())
        .extracting(Cluster::name)
        .containsExactly("A", "B1", "B2", "D", "reporting");
    PlacedTable users = policy.table(TableName.of("public.users")).orElseThrow();
    assertThat(users.cluster().kind()).isEqualTo(Cluster.Kind.ALONE);
    assertThat(users.table().rule()).isEqualTo(TableRule.ADMIN);
    assertThat(users.rank()).isEqualTo(6);
    PolicyOperation reaper = policy.operation("SessionReaper").orElseThrow();
    assertThat(reaper.cluster()).isEqualTo("A");
    assertThat(reaper.tableNames())
        .containsExactly(TableName.of("delivery_sessions"), TableName.of("submissions"));
    assertThat(reaper.code().entryPoints())
        .containsExactly(
            "dev.holdfast.examples.evalium.results.ResultsService.closeExpiredSessions");
    assertThat(reaper.code().helpers()).containsExactly("LockExpiredSessionsAndSubmissions");
    assertThat(policy.helpers())
        .isEqualTo(new Helpers(List.of("dev.holdfast.examples.evalium.locks"), 1, true));
    assertThat(policy.prose().about().title()).startsWith("Evalium");
    assertThat(policy.prose().sections()).hasSize(6);
  }

  @Test
  @DisplayName("P1: the source as it is written is read word for word")
  void asWritten() {
    Policy policy = PolicyReader.read(Evalium.AS_WRITTEN);
    assertThat(policy.clusters().stream().map(c -> c.name() + c.tables().size()))
        .containsExactly("A11", "B110", "B27", "D5", "reporting0");
    assertThat(policy.operations()).hasSize(9);
    assertThat(policy.operation("BulkUserActions").orElseThrow().isComplete()).isFalse();
    assertThat(policy.table(TableName.of("tenants")).orElseThrow().table().about().note())
        .isEqualTo("No row locks in application code.");
  }

  @Test
  @DisplayName("P1: an exemption has a rule, tables, operations, a reason and a last day")
  void exemption() {
    Policy policy =
        parse(
            """
            holdfast-policy: 1
            clusters: {a: {tables: [x, '"Y"', s.z]}}
            exemptions:
              - rule: fk-cluster
                tables: [x]
                operations: [Op]
                reason: until the key is gone
                until: 2030-12-31
            """);
    Exemption exemption = policy.exemptions().get(0);
    assertThat(exemption.rule()).isEqualTo("fk-cluster");
    assertThat(exemption.scope().operations()).containsExactly("Op");
    assertThat(exemption.until()).isEqualTo(LocalDate.of(2030, 12, 31));
    assertThat(exemption.at()).isEqualTo(new Position(4, 5));
    assertThat(policy.clusters().get(0).tableNames())
        .containsExactly(TableName.of("x"), new TableName(null, "Y"), new TableName("s", "z"));
  }

  @Test
  @DisplayName("P1: all errors are told at once, each with line, column and what was meant")
  void allErrors() {
    PolicyFileException error =
        error(
            """
            holdfast-policy: 1
            cluster:
              a: {}
            clusters:
              sales:
                tabels: [orders]
                order: alphabetic
              stock:
                tables: [items, 7, "no name!", {name: x, rule: newer}]
            exemptions:
              - rule: fk-clusters
                until: tomorrow
            """);
    assertThat(error.problems().stream().map(PolicyProblem::toString))
        .satisfiesExactly(
            p -> assertThat(p).startsWith("2:1: Unknown key cluster. Did you mean clusters?"),
            p -> assertThat(p).startsWith("6:5: Unknown key tabels. Did you mean tables?"),
            p -> assertThat(p).startsWith("6:5: The key tables is missing"),
            p -> assertThat(p).startsWith("7:12: The order is listed or alphabetical"),
            p -> assertThat(p).startsWith("9:21: A text is needed here: put 7 in quotes"),
            p -> assertThat(p).startsWith("9:24: no name! is not a table's name"),
            p -> assertThat(p).startsWith("9:52: Unknown rule newer. Did you mean never?"),
            p ->
                assertThat(p)
                    .startsWith("11:11: Unknown rule fk-clusters. Did you mean fk-cluster?"),
            p -> assertThat(p).startsWith("12:12: tomorrow is not a day"));
    assertThat(error).hasMessageContaining("test.yaml:2:1: Unknown key cluster.");
  }

  @Test
  @DisplayName("P1: a file that is not UTF-8, or too large, is refused with a sentence")
  void files(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("p.yaml");
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff});
    assertThat(catchThrowableOfType(PolicyFileException.class, () -> PolicyReader.read(file)))
        .hasMessageEndingWith("p.yaml:1:1: The file is not UTF-8.");
    Files.write(file, new byte[5 << 20]);
    assertThat(catchThrowableOfType(PolicyFileException.class, () -> PolicyReader.read(file)))
        .hasMessageContaining("more than a million characters");
  }

  static Policy parse(String text) {
    return PolicyReader.parse(text, "test.yaml");
  }

  static PolicyFileException error(String text) {
    return catchThrowableOfType(PolicyFileException.class, () -> parse(text));
  }
}
