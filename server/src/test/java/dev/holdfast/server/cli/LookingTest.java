package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("locks, why, history, release, schema")
class LookingTest {
  private CliDatabase database;
  private Holdfast holdfast;

  @BeforeEach
  void open() {
    database = CliDatabase.withSchema();
    holdfast = Holdfast.on(database.dataSource());
  }

  @AfterEach
  void close() throws Exception {
    holdfast.close();
    database.close();
  }

  @Test
  @DisplayName("show what is held, by whom, with the fence, as text and as JSON")
  void showWhatIsHeld() {
    hold("invoice/7");
    CliProcess locks = ok("locks");
    assertThat(locks.out().lines().toList().get(0)).startsWith("RESOURCE").contains("FENCE");
    assertThat(locks.out().lines().toList().get(1)).contains("invoice/7").contains("web-3");
    assertThat(ok("locks", "--json").out())
        .startsWith("[{\"resource\":\"invoice/7\"")
        .contains("\"holder\":\"web-3\"")
        .contains("\"fence\":\"1\"")
        .contains("\"attributes\":{\"job\":\"a\\\"b\"}")
        .doesNotContain("token");
    assertThat(ok("locks", "--prefix", "order/").out()).isEmpty();
    CliProcess why = ok("why", "invoice/7");
    assertThat(why.out()).startsWith("invoice/7 held ").contains("by web-3, fence 1, expires in");
    assertThat(why.err()).contains("holdfast release invoice/7 --fence 1");
    assertThat(ok("why", "invoice/7", "--json").out()).contains("\"state\":\"held\"");
  }

  @Test
  @DisplayName("L8: show how each lease ended, and why one was taken away")
  void showHistory() {
    hold("x").release();
    hold("x");
    ok("release", "x", "--fence", "2", "--reason", "it hangs", "--yes");
    String history = ok("history", "x").out();
    assertThat(history.lines().toList().get(0)).startsWith("FENCE");
    assertThat(history.lines().toList().get(1)).startsWith("2").contains("it hangs");
    assertThat(history.lines().toList().get(2)).startsWith("1").contains("released");
    assertThat(ok("history", "x", "--limit", "1", "--json").out())
        .contains("\"reason\":\"it hangs\"")
        .doesNotContain("\"fence\":\"1\"");
    assertThat(ok("locks").out()).isEmpty();
    assertThat(ok("locks", "--all").out()).contains("free");
  }

  @Test
  @DisplayName("do not take a newer lease away: the fence says which one is meant")
  void releaseByFence() {
    hold("x").release();
    Lease second = hold("x");
    CliProcess late = database.start("release", "x", "--fence", "1", "--reason", "r", "--yes");
    assertThat(late.exitCode()).isEqualTo(1);
    assertThat(late.err()).contains("fence 1 is not the current lease").contains("fence 2");
    CliProcess json =
        database.start("release", "x", "--fence", "1", "--reason", "r", "--yes", "--json");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.out()).startsWith("{\"released\":false,\"now\":{").contains("\"fence\":\"2\"");
    assertThat(second.release()).isTrue();
  }

  @Test
  @DisplayName("apply and verify the schema, and say so when there is none")
  void schema() throws Exception {
    try (CliDatabase empty = CliDatabase.empty()) {
      CliProcess before = empty.start("schema", "verify");
      assertThat(before.exitCode()).isEqualTo(1);
      assertThat(before.err()).contains("holdfast schema apply");
      assertThat(empty.start("locks").exitCode()).isEqualTo(78);
      assertThat(empty.start("schema", "verify", "--json").finishedWith(1))
          .startsWith("{\"findings\":[\"");
      assertThat(empty.start("schema", "apply", "--json").finishedOut())
          .startsWith("{\"applied\":[1,2,");
      assertThat(empty.start("schema", "verify", "--json").finishedOut())
          .isEqualTo("{\"findings\":[]}\n");
      CliProcess again = empty.start("schema", "apply");
      assertThat(again.exitCode()).isZero();
      assertThat(again.err()).contains("up to date");
    }
  }

  @Test
  @DisplayName("doctor says what is wrong and what to do, and 1 if it is a problem")
  void doctor() throws Exception {
    try (CliDatabase empty = CliDatabase.empty()) {
      CliProcess doctor = empty.start("doctor");
      assertThat(doctor.exitCode()).isEqualTo(1);
      assertThat(doctor.out())
          .containsPattern("problem +schema +this database has no schema holdfast")
          .contains("→ holdfast schema apply");
      assertThat(doctor.err()).contains("2 problem(s)"); // the tests' server does not fsync
      assertThat(empty.start("schema", "apply").exitCode()).isZero();
      CliProcess json = empty.start("doctor", "--json");
      assertThat(json.exitCode()).isEqualTo(1);
      assertThat(json.out())
          .startsWith("[{\"level\":\"ok\",\"check\":\"version\"")
          .contains("{\"level\":\"problem\",\"check\":\"durability\"")
          .contains("{\"level\":\"ok\",\"check\":\"schema\"");
    }
  }

  private Lease hold(String resource) {
    LeaseOptions options =
        LeaseOptions.defaults().withHolder("web-3").withAttributes(Map.of("job", "a\"b"));
    return holdfast.leases().acquire(resource, options);
  }

  private CliProcess ok(String... args) {
    CliProcess process = database.start(args);
    assertThat(process.exitCode()).as(process.err()).isZero();
    return process;
  }
}
