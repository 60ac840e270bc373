package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("holdfast check")
class CheckCommandTest {
  @TempDir private Path directory;
  private String policy = "";
  private String sources = "";
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void begin() throws IOException {
    Path file = directory.resolve("policy.yaml");
    Files.writeString(file, "holdfast-policy: 1\nclusters: {a: {tables: [x, y]}}\n");
    policy = file.toString();
    Files.createDirectory(directory.resolve("src"));
    sources = directory.resolve("src").toString();
  }

  @Test
  @DisplayName("P3: gives 0 when nothing is found, 1 with the findings, 2 for what is no policy")
  void exitCodes() throws IOException {
    source("update x set a = 1;");
    assertThat(run(sources, "--policy", policy)).isZero();
    source("update z set a = 1;");
    assertThat(run(sources, "--policy", policy)).isEqualTo(1);
    assertThat(out.toString()).contains("a.sql:1:8: unknown-table: ", "  fix: ", "1 finding");
    Files.writeString(Path.of(policy), "nonsense: 1\n");
    assertThat(run(sources, "--policy", policy)).isEqualTo(2);
  }

  @Test
  @DisplayName("P3: gives 64 for a path that is not there, and for a baseline without a file")
  void usage() {
    assertThat(run(sources + "/none", "--policy", policy)).isEqualTo(64);
    assertThat(run(sources, "--policy", policy, "--write-baseline")).isEqualTo(64);
    assertThat(run(sources, "--policy", policy, "--json", "--sarif")).isEqualTo(64);
    assertThat(run(sources, "--policy", policy, "--exclude", "[")).isEqualTo(64);
  }

  @Test
  @DisplayName("P3: writes JSON and SARIF, to a file if asked")
  void formats() throws IOException {
    source("update z set a = 1;");
    assertThat(run(sources, "--policy", policy, "--json")).isEqualTo(1);
    assertThat(out.toString()).startsWith("{").contains("\"rule\": \"unknown-table\"");
    Path file = directory.resolve("out.sarif");
    assertThat(run(sources, "--policy", policy, "--sarif", "--out", file.toString())).isEqualTo(1);
    assertThat(file).content().contains("\"version\": \"2.1.0\"");
  }

  @Test
  @DisplayName("P3: with a baseline only new findings fail")
  void baseline() throws IOException {
    source("update z set a = 1;");
    String known = directory.resolve("known.json").toString();
    assertThat(run(sources, "--policy", policy, "--baseline", known, "--write-baseline")).isZero();
    assertThat(run(sources, "--policy", policy, "--baseline", known)).isZero();
    source("\n\nupdate z set a = 1;\nupdate q set a = 1;");
    assertThat(run(sources, "--policy", policy, "--baseline", known)).isEqualTo(1);
    assertThat(out.toString()).contains("a.sql:4:8").doesNotContain("a.sql:3");
  }

  @Test
  @DisplayName("P3: placeholders can be defined, paths excluded, and what was skipped is said")
  void options() throws IOException {
    source("update ${p}x set a = 1;");
    assertThat(run(sources, "--policy", policy)).isEqualTo(1);
    assertThat(run(sources, "--policy", policy, "--define", "p=")).isZero();
    assertThat(run(sources, "--policy", policy, "--exclude", "**.sql")).isZero();
    Files.write(directory.resolve("src/b.sql"), new byte[] {0});
    run(sources, "--policy", policy);
    assertThat(err.toString()).contains("b.sql: skipped: not text");
  }

  @Test
  @DisplayName("P3: with a catalog made from migrations, foreign keys count too")
  void catalog() throws IOException {
    Path scripts = Files.createDirectory(directory.resolve("migrations"));
    Files.writeString(
        scripts.resolve("V1__tables.sql"),
        """
        create table ${parent} (id int primary key);
        create table x (id int primary key, y int references y);
        """);
    Path snapshot = directory.resolve("catalog.yaml");
    String[] make = {"policy", "catalog", "--migrations", scripts + "", "--define", "parent=y"};
    assertThat(execute(make)).isZero();
    assertThat(out.toString()).startsWith("holdfast_catalog: 1").contains("x_y_fkey");
    assertThat(execute("policy", "catalog", "--migrations", scripts + "")).isEqualTo(64);
    assertThat(err.toString()).contains("V1__tables.sql:1: ");
    Files.writeString(snapshot, "old");
    assertThat(
            execute(
                Stream.concat(Stream.of(make), Stream.of("--out", snapshot + ""))
                    .toArray(String[]::new)))
        .isZero();
    assertThat(out.toString()).isEmpty();
    Files.writeString(
        Path.of(policy), "holdfast-policy: 1\nclusters: {a: {tables: [x]}, b: {tables: [y]}}\n");
    source("insert into x values (1, 1);");
    assertThat(run(sources, "--policy", policy)).isZero();
    assertThat(run(sources, "--policy", policy, "--catalog", snapshot.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("fk-cluster", "x_y_fkey");
    assertThat(run(sources, "--policy", policy, "--catalog", policy)).isEqualTo(64);
  }

  private void source(String sql) throws IOException {
    Files.writeString(directory.resolve("src/a.sql"), sql);
  }

  private int run(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "check";
    System.arraycopy(args, 0, all, 1, args.length);
    return execute(all);
  }

  private int execute(String... all) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Cli.create()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }
}
