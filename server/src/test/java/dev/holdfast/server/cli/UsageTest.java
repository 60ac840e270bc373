package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

@DisplayName("A command line that is not right")
class UsageTest {
  static Stream<List<String>> wrong() {
    return Stream.of(
        List.of(),
        List.of("nonsense"),
        List.of("hold"),
        List.of("hold", "x"),
        List.of("hold", "x", "--"),
        List.of("hold", "x", "--ttl", "soon", "--", "true"),
        List.of("hold", "x", "--ttl", "0s", "--", "true"),
        List.of("hold", "x", "--wait", "PT-1S", "--", "true"),
        List.of("hold", "x", "--grace", "PT-1S", "--", "true"),
        List.of("hold", "x", "--attribute", "noequals", "--", "true"),
        List.of("hold", "x", "--token", "t", "--", "true"),
        List.of("hold", "x", "--url", "postgresql://u:hunter2@h/d", "--", "true"),
        List.of("hold", "x", "--url", "postgresql://h/d", "--data", "d", "--", "true"),
        List.of("locks", "--url", "oracle://h"),
        List.of("schema"),
        List.of("schema", "claims"),
        List.of("schema", "claims", "x\"; drop table y; --"),
        List.of("schema", "claims", "orders", "--statuses", "ready,done"),
        List.of("policy"),
        List.of("policy", "lint", "--policy", "not there.yaml"),
        List.of("policy", "doc", "--policy", "."),
        List.of("policy", "catalog", "--migrations", "not there"),
        List.of("check", "--policy", "not there.yaml"),
        List.of("release", "x", "--reason", "r", "--yes"),
        List.of("release", "x", "--fence", "1", "--yes"),
        List.of("release", "x", "--fence", "1", "--reason", "r"),
        List.of("release", "x", "--fence", "many", "--reason", "r", "--yes"));
  }

  @ParameterizedTest(name = "{0} gives 64 and a line that says what to do")
  @MethodSource("wrong")
  void gives64(List<String> args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] line = args.toArray(String[]::new);
    CommandLine cli =
        Cli.create(line).setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
    assertThat(cli.execute(line)).isEqualTo(64);
    assertThat(err.toString()).startsWith("holdfast: ").doesNotContain("hunter2");
    assertThat(err.toString().lines().count()).isLessThanOrEqualTo(2);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  @DisplayName("is never one that asks for help, the version or completion")
  void helpIsRight() {
    for (String[] args :
        new String[][] {
          {"--help"},
          {"--version"},
          {"help", "hold"},
          {"hold", "--help"},
          {"completion"},
          {"schema", "print"},
          {"schema", "apply", "--help"},
          {"policy", "lint", "--help"},
          {"policy", "schema"},
          {"policy", "catalog", "--help"},
          {"check", "--help"},
          {"schema", "claims", "orders", "--attempts", "tries", "--due", "due_at", "--wake-up"}
        }) {
      StringWriter out = new StringWriter();
      CommandLine cli = Cli.create(args).setOut(new PrintWriter(out));
      assertThat(cli.execute(args)).as(String.join(" ", args)).isZero();
      assertThat(out.toString()).isNotBlank();
    }
  }

  @Test
  @DisplayName("or is: a command is made alone, by the name that it has among all")
  void alone() {
    Set<String> all = Cli.create("--help").getSubcommands().keySet();
    assertThat(all).contains("serve", "hold", "help").hasSizeGreaterThan(15);
    for (String name : all) {
      CommandLine alone = Cli.create(name);
      assertThat(alone.getSubcommands().values())
          .extracting(CommandLine::getCommandName)
          .contains(name);
      boolean aboutAll = name.equals("help") || name.equals("completion");
      assertThat(alone.getSubcommands()).as(name).hasSize(aboutAll ? all.size() : 1);
    }
  }
}
