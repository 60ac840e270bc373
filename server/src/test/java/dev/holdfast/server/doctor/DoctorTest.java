package dev.holdfast.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import dev.holdfast.server.doctor.Finding.Level;
import dev.holdfast.testkit.process.PgBouncer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("The doctor")
class DoctorTest {
  private final TestDatabase database = PostgresServer.shared().createDatabase();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  @DisplayName("looks at a sound database and finds no problem")
  void sound() throws SQLException {
    Schema.of(database.dataSource()).apply();
    List<Finding> findings = Doctor.examine(database.dataSource());
    assertThat(findings)
        .filteredOn(finding -> finding.level() == Level.PROBLEM)
        .filteredOn(
            finding -> !finding.check().equals("durability")) // a test server does not fsync
        .isEmpty();
    assertThat(findings).allSatisfy(DoctorTest::saysWhatToDo);
    assertThat(finding("version").found()).startsWith("PostgreSQL 1");
    assertThat(finding("pooler").found()).startsWith("none");
    assertThat(finding("push").level()).isEqualTo(Level.OK);
    assertThat(finding("clock").found()).contains(" ms ");
  }

  @Test
  @DisplayName("finds that there is no schema, and says who can make it")
  void noSchema() throws SQLException {
    Finding schema = finding("schema");
    assertThat(schema.level()).isEqualTo(Level.PROBLEM);
    assertThat(schema.advice()).contains("holdfast schema apply");
    assertThat(finding("rights").found()).contains("no schema");
  }

  @ParameterizedTest(name = "{0} = {1}")
  @DisplayName("finds settings that hurt")
  @CsvSource({
    "synchronous_commit, off, durability, NOTE",
    "idle_in_transaction_session_timeout, 0, idle in transaction, WARNING",
    "idle_in_transaction_session_timeout, 1min, idle in transaction, OK",
    "log_lock_waits, off, lock waits in the log, NOTE",
    "log_lock_waits, on, lock waits in the log, OK",
    "deadlock_timeout, 10ms, deadlock timeout, NOTE",
    "deadlock_timeout, 1min, deadlock timeout, NOTE",
    "deadlock_timeout, 1s, deadlock timeout, OK",
    "default_transaction_isolation, serializable, isolation, NOTE",
  })
  void settings(String setting, String value, String check, Level level) throws SQLException {
    String fsync = "durability".equals(check) ? value("show fsync") : "on";
    assumeTrue(fsync.equals("on"), "this server does not fsync, which is said first");
    run("alter database " + name() + " set " + setting + " = '" + value + "'");
    Finding found = finding(check);
    assertThat(found.level()).as(found.toString()).isEqualTo(level);
  }

  @Test
  @DisplayName("finds who may not use leases, who may, and who is a superuser")
  void rights() throws SQLException {
    Schema.of(database.dataSource()).apply();
    assertThat(finding("rights").found()).contains("superuser");
    String role = "doctor_" + name();
    run("create role " + role + " login");
    try {
      assertThat(look(role, "rights").level()).isEqualTo(Level.PROBLEM);
      assertThat(look(role, "rights").advice()).contains("grant holdfast_user");
      assertThat(look(role, "diagnosis rights").level()).isEqualTo(Level.NOTE);
      run("grant holdfast_user to " + role);
      assertThat(look(role, "rights")).isEqualTo(Finding.ok("rights", "may use leases"));
      run("grant pg_read_all_stats to " + role);
      assertThat(look(role, "diagnosis rights").level()).isEqualTo(Level.OK);
      run("grant holdfast_admin to " + role);
      assertThat(look(role, "rights").found()).contains("take them away");
    } finally {
      run("drop role " + role);
    }
  }

  @Test
  @DisplayName("tells a pooler in transaction mode from one in session mode and from none")
  void poolers() throws Exception {
    assumeTrue(PgBouncer.program().isPresent(), "pgbouncer is not installed");
    try (PgBouncer pooler = pooler(PgBouncer.Mode.TRANSACTION)) {
      assertThat(look(via(pooler), "pooler").found()).contains("transaction mode");
      assertThat(look(via(pooler), "push").level()).isEqualTo(Level.NOTE);
    }
    try (PgBouncer pooler = pooler(PgBouncer.Mode.SESSION)) {
      assertThat(look(via(pooler), "pooler").found()).contains("session mode");
      assertThat(look(via(pooler), "push").level()).isEqualTo(Level.OK);
    }
  }

  private static void saysWhatToDo(Finding finding) {
    assertThat(finding.found()).isNotEmpty();
    if (finding.level().compareTo(Level.WARNING) >= 0) {
      assertThat(finding.advice()).as(finding.toString()).isNotEmpty();
    }
  }

  private Finding finding(String check) throws SQLException {
    return look(database.dataSource(), check);
  }

  private Finding look(String role, String check) throws SQLException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(database.url());
    source.setUser(role);
    return look(source, check);
  }

  private static Finding look(DataSource source, String check) throws SQLException {
    return Doctor.examine(source).stream()
        .filter(finding -> finding.check().equals(check))
        .findFirst()
        .orElseThrow();
  }

  private PgBouncer pooler(PgBouncer.Mode mode) throws Exception {
    PGSimpleDataSource direct = new PGSimpleDataSource();
    direct.setURL(database.url());
    InetSocketAddress server =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), direct.getPortNumbers()[0]);
    return PgBouncer.start(server, database.user(), mode);
  }

  private DataSource via(PgBouncer pooler) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(database.url());
    source.setUser(database.user());
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {pooler.address().getPort()});
    source.setPrepareThreshold(0);
    return source;
  }

  private String name() throws SQLException {
    return value("select current_database()");
  }

  private String value(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      return String.valueOf(Patient.ask(connection, sql));
    }
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
