package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("holdfast schema claims")
class ClaimsSchemaTest {

  @Test
  @DisplayName("prints the source's three columns and the index, for its table")
  void namesOfTheSource() {
    assertThat(
            print(
                "Deviation",
                "--statuses",
                "scheduled,published,failed",
                "--lock-columns",
                "executionLockId,executionLockedAt,executionVersion"))
        .contains(
            "alter table \"Deviation\"",
            "add column if not exists \"executionLockId\" uuid",
            "add column if not exists \"executionLockedAt\" timestamptz",
            "add column if not exists \"executionVersion\" bigint not null default 0",
            "where \"status\" in ('scheduled')")
        .doesNotContain("attempts", "trigger");
  }

  @Test
  @DisplayName("prints what else was asked for")
  void extras() {
    assertThat(
            print(
                "sales.orders",
                "--key",
                "shop,no",
                "--claimed",
                "busy",
                "--attempts",
                "tries",
                "--due",
                "due_at",
                "--error",
                "trouble",
                "--order",
                "priority",
                "--wake-up"))
        .contains(
            "\"sales\".\"orders\"",
            "\"tries\" integer",
            "\"due_at\" timestamptz not null",
            "\"trouble\" text",
            "(\"priority\", \"shop\", \"no\")",
            "in ('ready', 'busy')",
            "create or replace trigger \"orders_wake\"");
  }

  private static String print(String... arguments) {
    StringWriter out = new StringWriter();
    String[] line = new String[arguments.length + 2];
    line[0] = "schema";
    line[1] = "claims";
    System.arraycopy(arguments, 0, line, 2, arguments.length);
    assertThat(Cli.create().setOut(new PrintWriter(out, true)).execute(line)).isZero();
    return out.toString();
  }
}
