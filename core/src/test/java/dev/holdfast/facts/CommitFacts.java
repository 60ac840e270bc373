package dev.holdfast.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.support.CountingSocketFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What a commit says, and how to find out what it did not say. */
abstract class CommitFacts extends Facts {
  private static final String INVALID_PARAMETER = "22023";

  @Test
  @DisplayName("13: SQL's COMMIT of a failed transaction succeeds, and rolls back [W9]")
  void commitOfFailedTransaction() throws Exception {
    Session session = begun("update lease set fence = 5 where id = 1");
    assertThat(session.state("select 1 / 0")).isEqualTo("22012");
    assertThat(session.state("commit")).isEqualTo(Session.OK);
    assertThat(session.number("select fence from lease where id = 1")).isZero();
  }

  @Test
  @DisplayName("13: pgjdbc's commit() of a failed transaction returns normally [W9]")
  void driverKeepsSilent() throws Exception {
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement failing = connection.prepareStatement("select 1 / 0")) {
      connection.setAutoCommit(false);
      assertThatThrownBy(failing::executeQuery).isInstanceOf(SQLException.class);
      assertThatCode(connection::commit).doesNotThrowAnyException();
    }
  }

  @Test
  @DisplayName("14: pg_xact_status tells what became of a transaction [W9, lost answers]")
  void transactionStatus() throws Exception {
    Session session = begun();
    String committed = session.value("select pg_current_xact_id()");
    assertThat(status(committed)).isEqualTo("in progress");
    session.run("commit", "begin");
    String aborted = session.value("select pg_current_xact_id()");
    session.run("rollback");
    assertThat(status(committed)).isEqualTo("committed");
    assertThat(status(aborted)).isEqualTo("aborted");
  }

  private String status(String xid) throws SQLException {
    return session().value("select pg_xact_status('" + xid + "')");
  }

  @Test
  @DisplayName("14: … 22023 for one that is not there yet, as after a failover [CommitUnknown]")
  void unknownTransactions() throws Exception {
    String future = "select pg_xact_status((pg_current_xact_id()::text::bigint + 999)::text::xid8)";
    assertThat(session().state(future)).isEqualTo(INVALID_PARAMETER);
  }

  @Test
  @DisplayName("one PreparedStatement 'begin; select f(?); commit' is one round trip [dispatcher]")
  void oneRoundTrip() throws Exception {
    PGSimpleDataSource source = database.dataSource();
    source.setSocketFactory(CountingSocketFactory.class.getName());
    try (Connection connection = source.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "begin isolation level read committed; select abs(?) + 1; commit")) {
      for (int call = 1; call <= 8; call++) {
        statement.setInt(1, -call);
        long before = CountingSocketFactory.roundTrips();
        assertThat(secondResult(statement)).isEqualTo(call + 1);
        assertThat(CountingSocketFactory.roundTrips() - before)
            .as("round trips of call %d", call)
            .isEqualTo(1);
      }
    }
  }

  @Test
  @DisplayName("UNION ALL calls volatile functions in order, each sees the one before [dispatcher]")
  void inOrder() throws Exception {
    Session session = session();
    session.run("create table step (no serial, name text)");
    session.run(
        """
        create function step(p_name text) returns setof bigint language plpgsql as $$
        begin
          insert into step (name) values (p_name);
          return query select count(*) from step;
        end $$
        """);
    assertThat(
            session.value(
                """
                select string_agg(seen::text, ' ')
                from (select * from step('a') union all select * from step('b')
                      union all select * from step('c')) as s (seen)
                """))
        .isEqualTo("1 2 3");
    assertThat(session.value("select string_agg(name, '' order by no) from step")).isEqualTo("abc");
  }

  private static int secondResult(PreparedStatement statement) throws SQLException {
    assertThat(statement.execute()).as("begin has no rows").isFalse();
    assertThat(statement.getMoreResults()).as("select has").isTrue();
    try (ResultSet rows = statement.getResultSet()) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }
}
