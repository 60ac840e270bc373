package dev.holdfast.policy.file;

import dev.holdfast.policy.About;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Policy.Prose;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Position;
import dev.holdfast.policy.file.YamlMapping.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads {@code holdfast-policy.yaml}. All errors are told at once, each with line and column; what
 * is written well and contradicts itself is left to the lint.
 */
public final class PolicyReader {
  private static final int FORMAT = 1;
  private static final String[] KEYS = {
    "holdfast-policy",
    "title",
    "note",
    "clusters",
    "reporting",
    "operations",
    "helpers",
    "exemptions",
    "sections"
  };

  private final Problems problems = new Problems();

  private PolicyReader() {}

  /**
   * Reads a file.
   *
   * @throws PolicyFileException if it is not a policy
   * @throws UncheckedIOException if it cannot be read at all
   */
  public static Policy read(Path file) {
    try {
      if (Files.size(file) > 4L * YamlSource.MOST_CHARACTERS) {
        throw problem(file, "The file has more than a million characters.");
      }
      return parse(Files.readString(file), file.toString());
    } catch (CharacterCodingException e) {
      throw problem(file, "The file is not UTF-8.");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a text.
   *
   * @param name what errors call it
   * @throws PolicyFileException if it is not a policy
   */
  public static Policy parse(String text, String name) {
    PolicyReader reader = new PolicyReader();
    Optional<Node> root = YamlSource.read(text, reader.problems);
    if (root.isEmpty() && !reader.problems.any()) {
      reader.problems.add(new Position(1, 1), "The file is empty.");
    }
    Optional<Policy> policy =
        root.map(node -> new YamlValue(node, reader.problems).mapping()).map(reader::policy);
    if (reader.problems.any() || policy.isEmpty()) {
      throw reader.problems.of(name);
    }
    return policy.get();
  }

  private static PolicyFileException problem(Path file, String message) {
    return new PolicyFileException(
        file.toString(), List.of(new PolicyProblem(new Position(1, 1), message)));
  }

  private Policy policy(YamlMapping file) {
    file.allow(KEYS);
    file.need("holdfast-policy").ifPresent(PolicyReader::format);
    List<Cluster> clusters = new ArrayList<>();
    for (Entry entry : file.need("clusters").map(this::entries).orElse(List.of())) {
      clusters.add(ClusterReader.cluster(entry));
    }
    file.get("reporting").map(ClusterReader::reporting).ifPresent(clusters::add);
    List<PolicyOperation> operations =
        file.get("operations").map(this::entries).orElse(List.of()).stream()
            .map(OperationReader::operation)
            .toList();
    return Policy.of(clusters)
        .withProse(prose(file))
        .withOperations(operations)
        .withHelpers(file.get("helpers").map(RuleReader::helpers).orElse(Helpers.any()))
        .withExemptions(
            file.get("exemptions").map(YamlValue::list).orElse(List.of()).stream()
                .map(RuleReader::exemption)
                .toList());
  }

  private static void format(YamlValue value) {
    if (value.number().orElse(FORMAT) != FORMAT) {
      value.problem("This version reads policy files of format " + FORMAT + " only.");
    }
  }

  private List<Entry> entries(YamlValue value) {
    return value.mapping().entries();
  }

  private static Prose prose(YamlMapping file) {
    List<About> sections =
        file.get("sections").map(YamlValue::list).orElse(List.of()).stream()
            .map(PolicyReader::section)
            .toList();
    return new Prose(new About(file.text("title"), file.text("note"), file.at()), sections);
  }

  private static About section(YamlValue value) {
    YamlMapping section = value.mapping().allow("title", "text");
    section.need("title");
    section.need("text");
    return new About(section.text("title"), section.text("text"), section.at());
  }
}
