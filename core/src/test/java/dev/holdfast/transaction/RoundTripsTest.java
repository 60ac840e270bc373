package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.row.RowLock;
import dev.holdfast.row.Rows;
import dev.holdfast.support.CountingSocketFactory;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** How often the driver turned from writing to reading, at the socket. */
class RoundTripsTest {

  private static final RowLock ITEM = RowLock.of("item", "id");

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private Connection connection;
  private Transactions transactions;
  private Rows rows;

  /** One connection, opened beforehand: opening it is not what is counted. */
  @BeforeEach
  void open() throws SQLException {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id integer primary key, state text)");
    lab.sql().run("insert into item values (1, 'new'), (2, 'new')");
    PGSimpleDataSource source = lab.dataSource();
    source.setSocketFactory(CountingSocketFactory.class.getName());
    connection = lab.closing(source.getConnection());
    transactions =
        lab.closing(new Transactions(new OneConnection(connection), HoldfastSettings.defaults()));
    rows = new Rows(transactions);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("W1: lock, update and commit are three round trips, the lock timeout included")
  void three() throws SQLException {
    assertThat(
            counted(
                tx -> {
                  rows.lockOne(tx, ITEM, 1);
                  Sql.run(tx.connection(), "update item set state = 'a' where id = 1");
                }))
        .isEqualTo(3);
  }

  @Test
  @DisplayName("W1: with the last write and the commit in one message it is two")
  void two() throws SQLException {
    assertThat(
            counted(
                tx -> {
                  rows.lockOne(tx, ITEM, 1);
                  tx.updateAndCommit("update item set state = 'a' where id = 1");
                }))
        .isEqualTo(2);
  }

  @Test
  @DisplayName("W1: the user's own prepared statement takes the lock timeout along")
  void usersStatement() throws SQLException {
    assertThat(counted(tx -> Sql.run(tx.connection(), "update item set state = 'a' where id = 1")))
        .isEqualTo(2);
  }

  @Test
  @DisplayName("W1: … and so does a query of theirs, whatever its columns are")
  void usersQuery() throws SQLException {
    assertThat(
            counted(
                tx -> {
                  try (PreparedStatement query =
                          tx.connection()
                              .prepareStatement("select state from item where id = 1 for update");
                      ResultSet row = query.executeQuery()) {
                    assertThat(row.next()).isTrue();
                  }
                }))
        .isEqualTo(2);
  }

  @Test
  @DisplayName("W12: several rows are locked in one round trip")
  void several() throws SQLException {
    assertThat(counted(tx -> rows.lock(tx, ITEM, 2, 1, 3))).isEqualTo(2);
  }

  @Test
  @DisplayName("W1: what can't take it along has it sent first: one round trip more, never none")
  void alone() throws SQLException {
    assertThat(
            counted(
                tx -> {
                  try (Statement statement = tx.connection().createStatement()) {
                    statement.execute("update item set state = 'a' where id = 1");
                  }
                }))
        .isEqualTo(3);
  }

  @Test
  @DisplayName("a function that asks nothing costs nothing")
  void none() throws SQLException {
    assertThat(counted(tx -> {})).isZero();
  }

  private interface Work {
    void in(Transaction tx) throws SQLException;
  }

  /** After a few rounds, when statements are prepared on the server. */
  private long counted(Work work) throws SQLException {
    long before = 0;
    for (int round = 0; round < 12; round++) {
      before = CountingSocketFactory.roundTrips();
      transactions.run(
          tx -> {
            work.in(tx);
            return 0;
          });
      assertThat(connection.getAutoCommit()).isTrue();
    }
    return CountingSocketFactory.roundTrips() - before;
  }
}
