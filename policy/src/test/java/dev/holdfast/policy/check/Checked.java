package dev.holdfast.policy.check;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.PolicyTable;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableRule;
import dev.holdfast.policy.check.source.SourceTree;
import dev.holdfast.policy.check.source.SqlSources;
import dev.holdfast.policy.sql.SqlLocks;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/** A policy of two clusters, and sources to hold against it. */
final class Checked {
  static final Policy POLICY =
      Policy.of(
              Cluster.of("A", "assignments", "sessions", "submissions"),
              Cluster.of("B", "groups", "members"),
              Cluster.of("D", "x")
                  .withKind(Cluster.Kind.ALONE)
                  .withTables(
                      List.of(
                          new PolicyTable("audit").withRule(TableRule.NEVER),
                          new PolicyTable("users").withRule(TableRule.ADMIN))),
              Cluster.of("R", "report").withKind(Cluster.Kind.REPORTING))
          .withHelpers(Helpers.any().withPackages("app.locks").withOneTable(true))
          .withOperations(
              List.of(
                  PolicyOperation.of("Start", "A", "assignments", "sessions")
                      .withCode(new PolicyOperation.Code(List.of("app.Service.start"), List.of())),
                  PolicyOperation.of("SetRole", "D", "users")
                      .withCode(new PolicyOperation.Code(List.of("app.Admin.setRole"), List.of()))))
          .withExemptions(
              List.of(
                  Exemption.of(
                      Rule.UNKNOWN_TABLE, "legacy", "goes soon", LocalDate.of(9999, 1, 1))));

  private final Path dir;
  private final SourceTree tree;

  Checked(Path dir) {
    this.dir = dir;
    this.tree = new SourceTree(dir);
  }

  Checked with(String name, String content) {
    tree.with(name, content);
    return this;
  }

  /** A class of this name with this body. */
  Checked withClass(String name, String body) {
    int dot = name.lastIndexOf('.');
    String text =
        "package %s;\nclass %s {\n%s\n}\n"
            .formatted(name.substring(0, dot), name.substring(dot + 1), body);
    return with(name.replace('.', '/') + ".java", text);
  }

  CheckResult run() {
    return new StaticCheck(POLICY, SqlLocks.plain())
        .run(List.of(dir), SqlSources.Options.from(dir));
  }

  /** {@code rule line}, in order. */
  List<String> found() {
    return run().findings().stream().map(f -> f.rule() + " " + f.place().line()).toList();
  }
}
