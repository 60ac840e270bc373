package dev.holdfast.policy.document;

import dev.holdfast.policy.About;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.PolicyTable;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the policy as Markdown. */
final class PolicyMarkdown {
  private final Policy policy;
  private final StringBuilder out = new StringBuilder();

  PolicyMarkdown(Policy policy) {
    this.policy = policy;
  }

  String write(String source, String image) {
    line("<!-- Made by `holdfast policy doc`. Change " + text(source) + ", not this file. -->");
    About about = policy.prose().about();
    String title = about.title().isEmpty() ? "Lock order" : about.title();
    paragraph("# " + text(title));
    paragraph(text(about.note()));
    paragraph("![Lock order: clusters, tables and operations](" + image.replace(" ", "%20") + ")");
    rules();
    paragraph("## Clusters");
    policy.clusters().forEach(this::cluster);
    operations();
    exemptions();
    for (About section : policy.prose().sections()) {
      paragraph("## " + text(section.title()));
      paragraph(section.note());
    }
    return out.toString();
  }

  private void rules() {
    paragraph("## Rules");
    line("");
    item(Rule.CLUSTER.says());
    item("Within a cluster, tables are locked in the order of its list.");
    Helpers helpers = policy.helpers();
    if (!helpers.packages().isEmpty()) {
      item("Explicit locks stand in " + codes(helpers.packages()) + " only.");
    }
    if (helpers.perTransaction() > 0) {
      item("Lock helpers that a transaction may call: " + helpers.perTransaction() + ".");
    }
    if (helpers.oneTable()) {
      item(Rule.ONE_TABLE.says());
    }
  }

  private void cluster(Cluster cluster) {
    String title = cluster.about().title();
    paragraph("### " + text(cluster.name()) + (title.isEmpty() ? "" : ": " + text(title)));
    paragraph(text(cluster.about().note()));
    if (cluster.kind() == Cluster.Kind.ALONE) {
      paragraph(Rule.ALONE.says());
    }
    if (cluster.kind() == Cluster.Kind.REPORTING) {
      paragraph(Rule.REPORTING_FK.says());
    }
    if (cluster.tables().isEmpty()) {
      return;
    }
    line("");
    row("", "table", "who may lock it", "note");
    row("---", "---", "---", "---");
    int rank = 0;
    for (PolicyTable table : cluster.tables()) {
      rank++;
      row(
          String.valueOf(rank),
          code(table.name().toString()),
          who(table),
          cell(table.about().note()));
    }
  }

  private static String who(PolicyTable table) {
    return switch (table.rule()) {
      case ANYBODY -> "anybody";
      case ADMIN -> "admin flows only";
      case NEVER -> "nobody; rows may be appended";
    };
  }

  private void operations() {
    if (policy.operations().isEmpty()) {
      return;
    }
    paragraph("## Operations");
    line("");
    row("operation", "cluster", "locks, in order", "entry points", "helpers", "note");
    row("---", "---", "---", "---", "---", "---");
    for (PolicyOperation operation : policy.operations()) {
      row(
          cell(operation.name()),
          cell(Objects.toString(operation.cluster(), "not decided")),
          operation.tables().isEmpty()
              ? "not decided"
              : codes(operation.tableNames().stream().map(TableName::toString).toList()),
          codes(operation.code().entryPoints()),
          codes(operation.code().helpers()),
          cell(operation.about().note()));
    }
  }

  private void exemptions() {
    if (policy.exemptions().isEmpty()) {
      return;
    }
    paragraph("## Exemptions");
    line("");
    row("rule", "tables", "operations", "files", "reason", "until");
    row("---", "---", "---", "---", "---", "---");
    for (Exemption exemption : policy.exemptions()) {
      row(
          code(exemption.rule()),
          codes(exemption.scope().tables().stream().map(TableName::toString).toList()),
          cell(String.join(", ", exemption.scope().operations())),
          codes(exemption.scope().files()),
          cell(exemption.reason()),
          Objects.toString(exemption.until(), "no end"));
    }
  }

  private void paragraph(String text) {
    if (!text.isBlank()) {
      line("");
      line(text.strip());
    }
  }

  private void item(String text) {
    line("- " + text);
  }

  private void row(String... cells) {
    line(Stream.of(cells).collect(Collectors.joining(" | ", "| ", " |")));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private static String codes(List<String> names) {
    return names.stream().map(PolicyMarkdown::code).collect(Collectors.joining(", "));
  }

  private static String code(String name) {
    return "`" + cell(name.replace("`", "'")) + "`";
  }

  /** In a table: a bar would begin the next cell. */
  private static String cell(String text) {
    return text(text).replace("\n", " ").replace("|", "\\|");
  }

  /** Nothing in a name or a note is markup. */
  private static String text(String text) {
    return text.replace("<", "&lt;");
  }
}
