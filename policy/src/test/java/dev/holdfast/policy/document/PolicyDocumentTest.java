package dev.holdfast.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Evalium;
import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Position;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.file.PolicyReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class PolicyDocumentTest {

  private static final Path KEPT = Evalium.EXAMPLE.resolve("holdfast-policy.md");

  @Test
  @DisplayName("P7: the example's document and picture are those of its policy file")
  void kept() {
    PolicyDocument document = document(Evalium.CORRECTED, KEPT);
    if (Boolean.getBoolean("holdfast.updateDocument")) {
      document.write(KEPT);
    }
    assertThat(document.drift(KEPT)).as("make them with: holdfast policy doc").isEmpty();
  }

  @Test
  @DisplayName("P7: a changed policy, or a changed document, is drift, and the diff shows it")
  void drift(@TempDir Path directory) throws IOException {
    Path target = directory.resolve("locks.md");
    PolicyDocument document = document(Evalium.CORRECTED, target);
    assertThat(document.drift(target)).hasSize(2).allMatch(line -> line.endsWith("is not there"));
    document.write(target);
    assertThat(document.drift(target)).isEmpty();

    Files.writeString(target, document.markdown().replace("`passages`", "`packages`"));
    assertThat(document.drift(target))
        .satisfiesExactly(
            line -> assertThat(line).contains("locks.md:"),
            line -> assertThat(line).startsWith("-").contains("`packages`"),
            line -> assertThat(line).startsWith("+").contains("`passages`"));

    document.write(target);
    PolicyDocument changed = document(Evalium.AS_WRITTEN, target);
    assertThat(changed.drift(target)).anyMatch(line -> line.contains("locks.svg:"));
  }

  @Test
  @DisplayName("P7: the document has every table, operation, rule and exemption of the policy")
  void complete() {
    Policy policy =
        PolicyReader.read(Evalium.AS_WRITTEN)
            .withExemptions(
                List.of(
                    new Exemption(
                        "fk-cluster",
                        new Exemption.Scope(
                            List.of(TableName.of("users")), List.of("Op"), List.of("old/**")),
                        "keys | of old",
                        null,
                        Position.NONE)));
    String markdown = PolicyDocument.of(policy, "p.yaml", Path.of("a b.md")).markdown();
    for (PlacedTable table : policy.tables()) {
      assertThat(markdown).contains("| " + (table.rank() + 1) + " | `" + table.name() + "` |");
    }
    for (PolicyOperation operation : policy.operations()) {
      assertThat(markdown).contains("| " + operation.name() + " |");
    }
    assertThat(markdown)
        .contains("`internal/db/locks`", "nobody; rows may be appended", "admin flows only")
        .contains("| `fk-cluster` | `users` | Op | `old/**` | keys \\| of old | no end |")
        .contains("| BulkUserActions | not decided | not decided |")
        .contains("](a%20b.svg)");
  }

  @Test
  @DisplayName("P7: the picture has a dot for each lock, and red where an operation goes back up")
  void picture() throws Exception {
    Policy policy = PolicyReader.read(Evalium.AS_WRITTEN);
    String svg = PolicyPicture.svg(policy);
    int locks = policy.operations().stream().mapToInt(o -> o.tables().size()).sum();
    assertThat(parsed(svg).getElementsByTagName("circle").getLength()).isEqualTo(locks);
    assertThat(svg)
        .contains("StartDeliverySession: out of order", "SetUserRole: out of order")
        .contains("prefers-color-scheme: dark");
    assertThat(PolicyPicture.svg(PolicyReader.read(Evalium.CORRECTED)))
        .doesNotContain("out of order");
    assertThat(PolicyPicture.svg(policy)).isEqualTo(svg);
  }

  @Test
  @DisplayName("P7: names are data: no markup in document or picture comes from them")
  void hostileNames() throws Exception {
    String name = "\"<script>&]]>\u0001\"";
    Policy policy =
        Policy.of(Cluster.of("<b>|x", name))
            .withOperations(List.of(PolicyOperation.of("</text><x/>", "<b>|x", name)));
    String svg = PolicyPicture.svg(policy);
    assertThat(parsed(svg).getElementsByTagName("script").getLength()).isZero();
    assertThat(svg).doesNotContain("<script", "<x/>");
    assertThat(PolicyDocument.of(policy, "<i>", Path.of("p.md")).markdown())
        .doesNotContain("<script", "<b>", "<x/>", "<i>");
  }

  @Test
  @DisplayName("P7: a policy with nothing in it has a picture too")
  void empty() throws Exception {
    assertThat(parsed(PolicyPicture.svg(Policy.of())).getDocumentElement().getTagName())
        .isEqualTo("svg");
  }

  private static PolicyDocument document(Path policy, Path target) {
    return PolicyDocument.of(PolicyReader.read(policy), "holdfast-policy.yaml", target);
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }
}
