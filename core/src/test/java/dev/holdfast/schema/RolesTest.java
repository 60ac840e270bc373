package dev.holdfast.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.RequestFailedException;
import dev.holdfast.SchemaException;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.lease.Leases;
import dev.holdfast.outbox.Event;
import dev.holdfast.outbox.JobType;
import dev.holdfast.outbox.Outbox;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Who may do what: each test connects as a login role of its own. */
class RolesTest {

  private static final HoldfastSettings VALIDATE =
      HoldfastSettings.defaults().withSchemaMode(SchemaMode.VALIDATE);
  private static final List<String> TABLES =
      List.of(
          "migration",
          "lease",
          "bucket",
          "waiter",
          "past_lease",
          "transaction_outcome",
          "worker",
          "event",
          "job",
          "wait_report",
          "incident",
          "access_token",
          "deed",
          "observed_order",
          "observer",
          "observed_event",
          "observed_wait",
          "contention",
          "refusal");

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final String role = "test_" + UUID.randomUUID().toString().substring(0, 8);

  @AfterEach
  void close() {
    lab.sql().run("drop owned by \"" + role + "\"; drop role \"" + role + "\"");
    lab.close();
  }

  @Test
  @DisplayName("a user needs the role holdfast_user and nothing else for all that leases do")
  void user() throws SQLException {
    Leases leases = lab.open(loginIn("holdfast_user"), VALIDATE).leases();
    Lease lease = leases.acquire("x");
    CompletableFuture<Lease> waiting =
        leases
            .acquireAsync("x", LeaseOptions.defaults().withWait(Duration.ofSeconds(20)))
            .toCompletableFuture();
    lease.renew(Duration.ofMinutes(1));
    int one = lease.inTransaction(tx -> 1);
    assertThat(one).isEqualTo(1);
    assertThat(leases.find("x")).isPresent();
    assertThat(leases.list(LeaseQuery.all())).hasSize(1);
    assertThat(lease.release()).isTrue();
    assertThat(waiting).succeedsWithin(Duration.ofSeconds(10));
    assertThat(leases.history("x", 10)).hasSize(2);
    leases.acquireAll(List.of("a", "b"), LeaseOptions.defaults()).close();
    try (Connection connection = loginIn("holdfast_user").getConnection()) {
      Sql.run(connection, "select * from holdfast.acquire('by hand')");
      Sql.run(connection, "select holdfast.maintain(0, 10)");
    }
    Await.until("the group is free", () -> leases.tryAcquire("a").isPresent());
  }

  @Test
  @DisplayName("a user can touch no table, force no release, change no setting")
  void userMayNot() {
    Holdfast holdfast = lab.open(loginIn("holdfast_user"), VALIDATE);
    Lease lease = holdfast.leases().acquire("x");
    assertThatThrownBy(() -> holdfast.leases().forceRelease("x", lease.fence(), "mine"))
        .isInstanceOfSatisfying(
            RequestFailedException.class, e -> assertThat(e.sqlState()).isEqualTo("42501"));
    refused(loginIn("holdfast_user"), "select holdfast.configure(p_max_ttl => '1 year')");
    refused(loginIn("holdfast_user"), "select holdfast.grant_rights()");
    noTables(loginIn("holdfast_user"));
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  @DisplayName("a user may look at who holds and who waits, and its own waits are reported")
  void userLooks() {
    Holdfast holdfast = lab.open(loginIn("holdfast_user"), VALIDATE);
    Lease lease = holdfast.leases().acquire("x");
    holdfast.leases().acquireAsync("x", LeaseOptions.defaults().withWait(Duration.ofMinutes(1)));
    Await.until(
        "the wait is reported",
        () -> lab.sql().number("select count(*) from holdfast.wait_report") == 1);
    assertThat(holdfast.diagnosis().waiters("x")).hasSize(1);
    assertThat(holdfast.diagnosis().why("x").sentence()).contains("fence 1", "1 waiting");
    assertThat(holdfast.diagnosis().waitGraph().trees()).hasSize(1);
    lab.sql().run("select holdfast.force_release('x', 1, 'a test', 'somebody')");
    assertThat(lease.release()).isFalse();
    Await.until(
        "the incident is on record",
        () -> lab.sql().number("select count(*) from holdfast.incident") >= 1);
    PGSimpleDataSource user = loginIn("holdfast_user");
    for (String call :
        List.of("current_waits()", "wait_edges()", "guards_of('{x}')", "is_soft(1, 2)")) {
      refused(user, "select * from holdfast." + call);
    }
  }

  @Test
  @DisplayName("a user may append events, start jobs and claim rows of its own tables")
  void userAppends() throws SQLException {
    lab.sql().run("drop table if exists errand; create table errand (id int primary key)");
    ClaimTable errands = ClaimTable.of("errand", "id");
    lab.sql().run("alter table errand add status text default 'ready'");
    lab.sql().run(errands.ddl() + "; insert into errand values (1)");
    PGSimpleDataSource user = loginIn("holdfast_user");
    lab.sql().run("grant select, update on errand to \"" + role + "\"");
    Holdfast holdfast = lab.open(user, VALIDATE);
    try (Connection connection = user.getConnection()) {
      connection.setAutoCommit(false);
      holdfast.outbox().append(connection, Event.json("t", "1").inOrderOf("k"));
      holdfast.outbox().jobs().start(connection, JobType.named("j").step("s", step -> {}), "");
      connection.commit();
    }
    Claim claim = holdfast.claims(errands).tryClaim().orElseThrow();
    int one = claim.inTransaction(tx -> 1);
    assertThat(one).isEqualTo(1);
    assertThat(claim.finish()).isTrue();
    assertThat(holdfast.claims(errands).sweep()).isZero();
    refused(user, "select holdfast.skip_event(1, 'because')");
    refused(user, "select holdfast.configure_outbox('1 day')");
    lab.sql().run("drop table errand");
  }

  @Test
  @DisplayName("a relay may deliver events, not change what they say, and touches no other table")
  void relay() throws SQLException {
    lab.sql().run("select holdfast.append_event('t', '{}', 'k')");
    PGSimpleDataSource relay = loginIn("holdfast_relay");
    Claim claim =
        lab.open(relay, VALIDATE).outbox().events(ClaimOptions.defaults()).tryClaim().orElseThrow();
    Outbox.of(claim).inTransaction(tx -> 1);
    assertThat(lab.sql().text("select status from holdfast.event")).isEqualTo("completed");
    refused(relay, "update holdfast.event set payload = ''");
    refused(relay, "update holdfast.job set input = ''");
    refused(relay, "delete from holdfast.event");
    refused(relay, "insert into holdfast.job default values");
    refused(relay, "select * from holdfast.lease");
    refused(relay, "select * from holdfast.worker");
    refused(relay, "select holdfast.retry_event(1)");
  }

  @Test
  @DisplayName("an admin may force a release too, but touches no table either")
  void admin() {
    Lease lease = lab.open("owner").leases().acquire("x");
    Leases leases = lab.open(loginIn("holdfast_admin"), VALIDATE).leases();
    assertThat(leases.forceRelease("x", lease.fence(), "an admin may")).isTrue();
    assertThat(leases.tryAcquire("x")).isPresent();
    noTables(loginIn("holdfast_admin"));
  }

  @Test
  @DisplayName("a role without rights can do nothing, and is told which role it lacks")
  void nobody() {
    PGSimpleDataSource nobody = login();
    for (String call :
        lab
            .sql()
            .column(
                "select format('holdfast.%I', p.proname) from pg_proc p"
                    + " where p.pronamespace = 'holdfast'::regnamespace")
            .stream()
            .map(String::valueOf)
            .toList()) {
      assertThat(
              lab.sql()
                  .number(
                      "select count(*) from pg_proc p where format('holdfast.%I', p.proname) = ?"
                          + " and has_function_privilege(?, p.oid, 'execute')",
                      call, role))
          .as(call)
          .isZero();
    }
    noTables(nobody);
    assertThatThrownBy(() -> Holdfast.on(nobody, VALIDATE))
        .isInstanceOf(SchemaException.class)
        .hasMessageContainingAll("permission denied", "grant holdfast_user");
  }

  @Test
  @DisplayName("a role that may not create the schema is told so, and what to do")
  void mayNotCreate() {
    lab.spoil();
    PGSimpleDataSource nobody = login();
    lab.sql().run("drop schema holdfast cascade");
    assertThatThrownBy(() -> Holdfast.on(nobody))
        .isInstanceOf(SchemaException.class)
        .hasMessageContainingAll("permission denied", "holdfast schema print");
  }

  @Test
  @DisplayName("a user may have its transactions write outcome rows")
  void outcomeRows() throws SQLException {
    int one =
        lab.open(loginIn("holdfast_user"), VALIDATE)
            .transactions()
            .run(
                TransactionOptions.defaults().withOutcomeRow(),
                tx -> Sql.column(tx.connection(), "select 1").size());
    assertThat(one).isEqualTo(1);
    assertThat(lab.sql().number("select count(*) from holdfast.transaction_outcome")).isEqualTo(1);
  }

  @Test
  @DisplayName("an owner without CREATEROLE can apply the schema and use it")
  void ownerWithoutCreateRole() {
    lab.spoil();
    PGSimpleDataSource owner = login();
    lab.sql().run("drop schema holdfast cascade");
    lab.sql().run("grant create on database %s to \"%s\"".formatted(lab.database().name(), role));
    Lease lease = lab.open(owner, HoldfastSettings.defaults()).leases().acquire("x");
    assertThat(lease.release()).isTrue();
  }

  private static void noTables(PGSimpleDataSource dataSource) {
    for (String table : TABLES) {
      refused(dataSource, "select * from holdfast." + table);
      refused(dataSource, "insert into holdfast." + table + " default values");
      refused(dataSource, "update holdfast." + table + " set " + column(table) + " = null");
      refused(dataSource, "delete from holdfast." + table);
      refused(dataSource, "truncate holdfast." + table);
    }
  }

  private static String column(String table) {
    return switch (table) {
      case "migration" -> "version";
      case "worker" -> "fence";
      case "transaction_outcome" -> "at";
      case "event", "job" -> "status";
      case "wait_report" -> "more";
      case "incident" -> "detail";
      case "access_token" -> "role";
      case "deed" -> "reason";
      case "observed_order" -> "seen";
      case "observer" -> "last_seq";
      case "observed_event" -> "kind";
      case "observed_wait" -> "holder";
      case "contention" -> "refusals";
      case "refusal" -> "told";
      default -> "bucket";
    };
  }

  private static void refused(PGSimpleDataSource dataSource, String statement) {
    assertThatThrownBy(
            () -> {
              try (Connection connection = dataSource.getConnection()) {
                Sql.run(connection, statement);
              }
            })
        .as(statement)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
  }

  private PGSimpleDataSource loginIn(String group) {
    PGSimpleDataSource login = login();
    lab.sql().run("grant " + group + " to \"" + role + "\"");
    return login;
  }

  private PGSimpleDataSource login() {
    lab.sql()
        .run(
            "do $$ begin create role \"%s\" login password 'secret'; exception when duplicate_object then null; end $$"
                .formatted(role));
    PGSimpleDataSource dataSource = lab.dataSource();
    dataSource.setUser(role);
    dataSource.setPassword("secret");
    return dataSource;
  }
}
