package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("holdfast policy")
class PolicyCommandTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "evalium", "holdfast-policy.yaml");
  private static final Path AS_WRITTEN =
      Path.of("..", "policy", "src", "test", "resources", "evalium", "as-written.yaml");

  @TempDir private Path directory;
  private Path file;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void copy() throws IOException {
    file = Files.copy(EXAMPLE, directory.resolve("holdfast-policy.yaml"));
  }

  @Test
  @DisplayName("P2: lint says that a policy is in order, with 0")
  void lint() {
    assertThat(run("lint", "--policy", file.toString())).isZero();
    assertThat(err.toString()).contains("is in order");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  @DisplayName("P2: lint gives 1 and a line for each contradiction: place, reason, fix, id")
  void contradictions() {
    assertThat(run("lint", "--policy", AS_WRITTEN.toString())).isEqualTo(1);
    assertThat(out.toString().lines()).hasSize(8);
    assertThat(out.toString())
        .containsPattern(
            "as-written.yaml:\\d+:3: error: SessionReaper locks .*\\[opposite-order\\]");
    assertThat(err.toString()).contains("6 errors, 2 warnings");
  }

  @Test
  @DisplayName("P2: lint --strict counts warnings, --json has all fields")
  void warnings() throws IOException {
    Files.writeString(
        file, "holdfast-policy: 1\nclusters: {a: {tables: [x]}}\noperations: {Op: {}}\n");
    assertThat(run("lint", "--policy", file.toString())).isZero();
    assertThat(run("lint", "--json", "--strict", "--policy", file.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains("\"line\":3,\"column\":14,\"severity\":\"warning\",\"id\":\"incomplete\"");
  }

  @Test
  @DisplayName("P1: what is not a policy gives 2, and all errors with their places")
  void notAPolicy() throws IOException {
    Files.writeString(file, "clusters: {a: {tabels: [x]}}\n");
    assertThat(run("lint", "--policy", file.toString())).isEqualTo(2);
    assertThat(out.toString())
        .contains(
            "yaml:1:1: error: The key holdfast-policy is missing", "yaml:1:16: error: Unknown");
    assertThat(run("graph", "--policy", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("Did you mean tables?");
  }

  @Test
  @DisplayName(
      "P7: doc writes document and picture; doc --check gives 1 and a diff once they drift")
  void document() throws IOException {
    assertThat(run("doc", "--check", "--policy", file.toString())).isEqualTo(1);
    assertThat(run("doc", "--policy", file.toString())).isZero();
    assertThat(directory.resolve("holdfast-policy.md")).exists();
    assertThat(directory.resolve("holdfast-policy.svg")).exists();
    assertThat(run("doc", "--check", "--policy", file.toString())).isZero();
    Files.writeString(file, Files.readString(file).replace("- passages", "- paragraphs"));
    assertThat(run("doc", "--check", "--policy", file.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("+| 8 | `paragraphs`");
  }

  @Test
  @DisplayName("P7: graph prints the picture, schema prints the JSON Schema")
  void prints() {
    assertThat(run("graph", "--policy", file.toString())).isZero();
    assertThat(out.toString()).startsWith("<svg").contains("delivery_sessions");
    assertThat(run("schema")).isZero();
    assertThat(out.toString()).contains("\"$schema\"");
  }

  private int run(String... arguments) {
    String[] line = new String[arguments.length + 1];
    line[0] = "policy";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    return Cli.create()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(line);
  }
}
