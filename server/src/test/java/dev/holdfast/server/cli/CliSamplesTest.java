package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands on the pages, run as they stand there. */
@DisplayName("The pages on the command line")
class CliSamplesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)^(?:.*: )?(?:\\$ )?(?:\\./)?holdfast ((?:check|policy|schema) [^#\\n]*)");

  private static final String FILE = "src/.*|.*\\.(yaml|json|sarif)";

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  @DisplayName("show commands on policies, sources and schemas that work")
  void commands() throws IOException {
    prepare();
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      String url = database.url() + "?user=" + database.user();
      for (String page : List.of("docs/guide/policy.md", "docs/guide/claims.md")) {
        List<String> commands =
            blocks(page, "sh|console|yaml").flatMap(CliSamplesTest::commands).toList();
        assertThat(commands).as(page).isNotEmpty();
        for (String command : commands) {
          assertThat(run(command, url)).as(page + ": " + command + "\n" + err).isZero();
        }
      }
    }
    assertThat(directory.resolve("catalog.yaml")).isNotEmptyFile();
    assertThat(directory.resolve("holdfast.sarif")).isNotEmptyFile();
  }

  @Test
  @DisplayName("show a finding of check as it is printed")
  void finding() throws IOException {
    Path sources = Files.createDirectories(directory.resolve("app"));
    Files.writeString(
        sources.resolve("Service.java"),
        "package app;\nclass Service {\n  String a = \"delete from audit where id = 1\";\n}\n");
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(
        policy, "holdfast-policy: 1\nclusters: {a: {tables: [{name: audit, rule: never}]}}\n");
    assertThat(execute("check", directory.toString(), "--policy", policy.toString())).isEqualTo(1);
    String printed = out.toString().replace(directory + "/", "");
    assertThat(blocks("docs/guide/policy.md", "text"))
        .anySatisfy(shown -> assertThat(printed).contains(shown.strip()));
  }

  @Test
  @DisplayName("name commands and options that there are")
  void usage() throws IOException {
    CommandLine root = Cli.create();
    for (String line : block("docs/cli.md", "text").lines().toList()) {
      Set<String> options = new TreeSet<>(List.of("--help"));
      commandsOf(root, line).forEach(command -> options.addAll(optionsOf(command)));
      assertThat(options).as(line).containsAll(found("--[a-z-]{2,}", line));
    }
  }

  @Test
  @DisplayName("begin with three commands that work")
  void quickStart() throws IOException {
    try (CliDatabase database = CliDatabase.withSchema()) {
      List<String> outputs =
          block("docs/cli.md", "sh")
              .lines()
              .map(line -> line.replaceFirst("^\\./holdfast ", "").replaceFirst(" +#.*", ""))
              .map(line -> database.start(line.split(" ", -1)).finishedOut())
              .toList();
      assertThat(outputs).hasSize(3);
      assertThat(outputs.get(0)).isEqualToIgnoringNewLines("done");
      assertThat(outputs.subList(1, 3))
          .allMatch(output -> output.contains("free") || output.contains("released"));
    }
  }

  @Test
  @DisplayName("show what hold says to the first and to the second")
  void hold() throws IOException {
    List<String> lines = block("README.md", "console").lines().toList();
    String shortly = lines.get(0).replaceFirst("^\\$ ./holdfast ", "").replaceFirst(" +#.*", "");
    // On a busy machine the second may need longer than that to start.
    String[] command = shortly.replaceFirst("sleep \\d+$", "sleep 600").split(" ", -1);
    try (CliDatabase database = CliDatabase.withSchema()) {
      CliProcess first = database.start(command);
      first.awaitErr(lines.get(4));
      CliProcess second = database.start(command);
      assertThat(second.exitCode()).isEqualTo(75);
      String shown = lines.get(6).replace("web-3/4711", "\0").replaceAll("\\d+", "\1");
      String pattern = Pattern.quote(shown).replace("\0", "\\E\\S+\\Q").replace("\1", "\\E\\d+\\Q");
      assertThat(second.err().strip()).matches(pattern);
    }
  }

  /** What the commands work on: a policy, sources, a migration, a baseline. */
  private void prepare() throws IOException {
    Path migrations = directory.resolve("src/main/resources/db/migration");
    Files.createDirectories(migrations);
    Files.writeString(migrations.resolve("V1__init.sql"), "create table customers (id int);\n");
    Files.writeString(
        directory.resolve("holdfast-policy.yaml"), block("docs/guide/policy.md", "yaml"));
    assertThat(run("check src/main --baseline known.json --write-baseline", "")).isZero();
  }

  /** Files are those of the test's directory, the database is the test's. */
  private int run(String command, String url) {
    Path policy = directory.resolve("holdfast-policy.yaml");
    Stream<String> words =
        Stream.of(command.strip().split(" +", -1))
            .map(word -> word.matches(FILE) ? directory.resolve(word).toString() : word)
            .map(word -> word.startsWith("postgresql://") ? url : word);
    boolean takesPolicy = command.matches("(check|policy lint).*") && !command.contains("--policy");
    Stream<String> more = takesPolicy ? Stream.of("--policy", policy.toString()) : Stream.of();
    return execute(Stream.concat(words, more).toArray(String[]::new));
  }

  private int execute(String... all) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Cli.create()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private static Stream<String> commands(String block) {
    return COMMAND.matcher(block).results().map(found -> found.group(1));
  }

  /** The commands that a line of the overview names, and those below them. */
  private static List<CommandLine> commandsOf(CommandLine root, String line) {
    List<CommandLine> named =
        Stream.of(line.replaceAll("\\[[^]]*]", "").split("[ |]+", -1))
            .filter(root.getSubcommands()::containsKey)
            .map(root.getSubcommands()::get)
            .toList();
    assertThat(named).as(line).isNotEmpty();
    return named.stream()
        .flatMap(each -> Stream.concat(Stream.of(each), each.getSubcommands().values().stream()))
        .toList();
  }

  private static List<String> optionsOf(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .flatMap(option -> Stream.of(option.names()))
        .toList();
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(each -> each.group()).toList();
  }

  private static String block(String page, String languages) throws IOException {
    return blocks(page, languages).findFirst().orElseThrow();
  }

  private static Stream<String> blocks(String page, String languages) throws IOException {
    Matcher found =
        Pattern.compile("(?ms)^```(?:" + languages + ")\\n(.*?)^```$")
            .matcher(Files.readString(ROOT.resolve(page)));
    return found.results().map(block -> block.group(1)).toList().stream();
  }
}
