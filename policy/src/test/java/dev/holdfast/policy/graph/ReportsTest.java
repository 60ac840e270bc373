package dev.holdfast.policy.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Policy;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** What people get to see. */
class ReportsTest {

  @Test
  @DisplayName("P5: a report has both stacks, the SQL, the origin, a schedule and a fix")
  void text() throws Exception {
    try (Program program = new Program()) {
      program.transaction(
          "insert into orders (customer) values (1)",
          "select * from customers where id = 1 for update");
      program.transaction("delete from bills");
      LockGraph graph = program.graph();
      List<ReplayResult> replays = List.of(Program.replay(graph.findings().get(0)));
      assertThat(TextReport.of(graph, replays))
          .contains("Possible deadlocks: 1.")
          .contains("1. customers → customers → customers: a row is locked weakly, then strongly")
          .containsSubsequence(
              "T1 (main)",
              "holds customers [id = 1] FOR KEY SHARE (FK orders_customer_fk → customers)",
              "insert into orders (customer) values (1)",
              "at ",
              "ReportsTest.text(ReportsTest.java:",
              "asks for customers [id = 1] FOR UPDATE",
              "select * from customers where id = 1 for update",
              "ReportsTest.text(ReportsTest.java:",
              "T2 (main)",
              "how it would deadlock:",
              "T1  ",
              "T2\n",
              "… waits for T2: customers",
              "… waits for T1: customers",
              "fix: Lock the row of customers FOR UPDATE at the beginning",
              "replay: confirmed: PostgreSQL ended T",
              "with 40P01")
          .contains("2. bills → bills → bills: several rows are locked in no order");
    }
  }

  @Test
  @DisplayName("P5: a fix follows the order of the policy")
  void policyOrder() throws Exception {
    try (Program program = new Program()) {
      program
          .transaction(update("accounts", 1), update("bills", 1))
          .transaction(update("bills", 1), update("accounts", 1));
      Policy policy = Policy.of(Cluster.of("money", "bills", "accounts"));
      LockGraph graph = program.graph(GraphOptions.defaults().withPolicy(policy));
      assertThat(graph.findings().get(0).fix())
          .contains("Lock bills, then accounts, as the policy says, in every transaction.");
    }
  }

  @Test
  @DisplayName("P5: the page is well-formed, whatever is in the SQL, and has a picture")
  void html() throws Exception {
    try (Program program = new Program()) {
      program
          .transaction(update("accounts", 1) + " /* <script>&\"' */", update("bills", 1))
          .transaction(update("bills", 1), update("credits", 1))
          .transaction(update("credits", 1), update("accounts", 1), update("totals", 1))
          .transaction(update("gate", 2), update("gate", 3), update("totals", 1))
          .transaction(update("gate", 3), update("gate", 2))
          .transaction("insert into orders (customer) values (1)", "delete from codes")
          .transaction("insert into entries (n) values (1)", update("customers", 1));
      LockGraph graph = program.graph();
      List<ReplayResult> replays = graph.findings().stream().map(ReportsTest::replayed).toList();
      String page = HtmlReport.of(graph, replays);
      assertThat(page)
          .contains("1. accounts → bills → credits → accounts", "Replay: confirmed: PostgreSQL")
          .contains("<strong>Fix.</strong> Lock accounts, then ")
          .containsPattern("update accounts set n = n [+] 1 .*\n    at .*Program[.]transaction[(]")
          .contains("&amp;&quot;'")
          .doesNotContain(TextReport.INCOMPLETE, "Not understood");
      assertThat(page).contains("<svg", "waits for T2", "&lt;script&gt;").doesNotContain("<script");
      String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
      Files.writeString(Path.of("target", "lock-order.html"), page);
    }
  }

  @Test
  @DisplayName("P5: the page says what was not looked at and what was not understood")
  void doubts() {
    LockGraph graph = new LockGraph(List.of(), List.of(), List.of("rule on \u0001 <t>"), false);
    assertThat(HtmlReport.of(graph))
        .contains(TextReport.INCOMPLETE, "Not understood", "<pre>rule on \ufffd &lt;t&gt;</pre>");
    assertThat(TextReport.of(graph)).contains(TextReport.INCOMPLETE, "rule on");
  }

  private static ReplayResult replayed(LockFinding finding) {
    try {
      return Program.replay(finding);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String update(String table, int id) {
    return "update " + table + " set n = n + 1 where id = " + id;
  }
}
