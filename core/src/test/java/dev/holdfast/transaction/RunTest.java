package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a run does when nothing is in its way. */
class RunTest extends EveryIsolation {

  private Transactions transactions;

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id integer primary key, state text)");
    lab.sql().run("insert into item values (1, 'new'), (2, 'new')");
    transactions = lab.open().transactions();
  }

  @Test
  @DisplayName("W1: what the function did commits, and its result comes back")
  void commits() throws SQLException {
    String result =
        transactions.run(
            tx -> {
              Sql.run(tx.connection(), "update item set state = 'a' where id = 1");
              Sql.run(tx.connection(), "update item set state = 'b' where id = 2");
              return "done";
            });
    assertThat(result).isEqualTo("done");
    assertThat(states()).containsExactly("a", "b");
  }

  @Test
  @DisplayName("W1: work without a result commits, rolls back and joins likewise")
  void withoutResult() throws SQLException {
    transactions.runWithoutResult(
        tx -> Sql.run(tx.connection(), "update item set state = 'a' where id = 1"));
    assertThatThrownBy(
            () ->
                transactions.runWithoutResult(
                    tx -> {
                      Sql.run(tx.connection(), "update item set state = 'b' where id = 1");
                      throw new IOException("of the application");
                    }))
        .isInstanceOf(IOException.class);
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      transactions.joinWithoutResult(
          connection,
          TransactionOptions.quick(),
          tx -> Sql.run(tx.connection(), "update item set state = 'c' where id = 2"));
      assertThat(states()).as("not committed by joining").containsExactly("a", "new");
      connection.commit();
    }
    assertThat(states()).containsExactly("a", "c");
  }

  @Test
  @DisplayName("W1: work without a result runs under the options that it was given")
  void optionsWithoutResult() throws SQLException {
    TransactionOptions options =
        TransactionOptions.defaults().withLockTimeout(Duration.ofMillis(4321));
    String setting = "select current_setting('lock_timeout')";
    List<String> seen = new ArrayList<>();
    transactions.runWithoutResult(options, tx -> seen.addAll(Sql.column(tx.connection(), setting)));
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      transactions.joinWithoutResult(
          connection, options, tx -> seen.addAll(Sql.column(tx.connection(), setting)));
      connection.rollback();
    }
    assertThat(seen).containsExactly("4321ms", "4321ms");
  }

  @Test
  @DisplayName("W1: the lock timeout is set in the transaction from its first statement on, only")
  void timeoutInsideOnly() throws SQLException {
    TransactionOptions options =
        TransactionOptions.defaults().withLockTimeout(Duration.ofMillis(4321));
    List<String> seen = new ArrayList<>();
    transactions.run(
        options,
        tx -> {
          seen.addAll(Sql.column(tx.connection(), "select current_setting('lock_timeout')"));
          seen.addAll(Sql.column(tx.connection(), "select current_setting('lock_timeout')"));
          return 0;
        });
    assertThat(seen).containsExactly("4321ms", "4321ms");
    assertThat(lab.sql().text("select current_setting('lock_timeout')")).isEqualTo("0");
  }

  @Test
  @DisplayName("an exception of the function rolls back and passes through as it is")
  void exception() {
    IOException thrown = new IOException("of the application");
    Throwable caught =
        catchThrowable(
            () ->
                transactions.run(
                    tx -> {
                      Sql.run(tx.connection(), "update item set state = 'a'");
                      throw thrown;
                    }));
    assertThat(caught).isSameAs(thrown);
    assertThat(states()).containsExactly("new", "new");
  }

  @Test
  @DisplayName("W9: a swallowed SQL error does not commit, and says so")
  void swallowedError() {
    assertThatThrownBy(
            () ->
                transactions.run(
                    tx -> {
                      Sql.run(tx.connection(), "update item set state = 'a'");
                      assertThatThrownBy(() -> Sql.run(tx.connection(), "select 1/0"))
                          .isInstanceOf(SQLException.class);
                      return "looks fine";
                    }))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("nothing was committed");
    assertThat(states()).containsExactly("new", "new");
  }

  @Test
  @DisplayName(
      "W9: a function that commits by itself is told that its outcome can't be vouched for")
  void ownCommit() {
    assertThatThrownBy(
            () ->
                transactions.run(
                    tx -> {
                      Sql.run(tx.connection(), "update item set state = 'a'");
                      Sql.run(tx.connection(), "commit");
                      return 0;
                    }))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("of its own");
  }

  @Test
  @DisplayName("commit, rollback and autocommit are refused inside, and close does nothing")
  void notYours() throws SQLException {
    transactions.run(
        tx -> {
          Connection connection = tx.connection();
          Sql.run(connection, "update item set state = 'a' where id = 1");
          assertThatThrownBy(connection::commit).hasMessageContaining("Holdfast's");
          assertThatThrownBy(connection::rollback).hasMessageContaining("Holdfast's");
          assertThatThrownBy(() -> connection.setAutoCommit(true)).hasMessageContaining("Holdfast");
          connection.setAutoCommit(false);
          connection.close();
          Sql.run(connection, "update item set state = 'b' where id = 2");
          return 0;
        });
    assertThat(states()).containsExactly("a", "b");
  }

  @Test
  @DisplayName("a connection that was kept is of no use after the transaction")
  void keptConnection() throws SQLException {
    Connection kept = transactions.run(Transaction::connection);
    assertThatThrownBy(() -> kept.prepareStatement("select 1")).hasMessageContaining("is over");
  }

  @Test
  @DisplayName("the last write and the commit in one: committed, and the transaction is over")
  void updateAndCommit() throws SQLException {
    int changed =
        transactions.run(
            tx -> {
              Sql.run(tx.connection(), "select from item where id = 1 for no key update");
              int rows = tx.updateAndCommit("update item set state = ? where id < ?", "x", 3);
              assertThat(states()).as("visible to others at once").containsExactly("x", "x");
              assertThatThrownBy(() -> tx.connection().createStatement())
                  .hasMessageContaining("is over");
              return rows;
            });
    assertThat(changed).isEqualTo(2);
  }

  @Test
  @DisplayName("isolation and read-only hold inside, and the connection comes back as it was")
  void modes() throws SQLException {
    TransactionOptions options =
        TransactionOptions.defaults().withIsolation(IsolationLevel.SERIALIZABLE).withReadOnly();
    String found =
        transactions.run(
            options,
            tx ->
                Sql.column(
                        tx.connection(),
                        """
                        select current_setting('transaction_isolation') || ', '
                            || current_setting('transaction_read_only') || ', '
                            || coalesce(pg_current_xact_id_if_assigned()::text, 'no id')
                        """)
                    .toString());
    assertThat(found).isEqualTo("[serializable, on, no id]");
    assertThatThrownBy(
            () ->
                transactions.run(
                    options, tx -> tx.connection().prepareStatement("delete from item").execute()))
        .hasMessageContaining("read-only transaction");
  }

  @Test
  @DisplayName("a function that asks the database nothing commits nothing")
  void nothing() {
    int result = transactions.run(tx -> 42);
    assertThat(result).isEqualTo(42);
  }

  @Test
  @DisplayName("after-commit hooks run in order; what one throws undoes nothing")
  void hooks() throws SQLException {
    List<String> ran = new ArrayList<>();
    transactions.run(
        tx -> {
          tx.afterCommit(() -> ran.add("first sees " + states()));
          tx.afterCommit(
              () -> {
                throw new IllegalStateException("of a hook");
              });
          tx.afterCommit(() -> ran.add("third"));
          try (PreparedStatement update =
              tx.connection().prepareStatement("update item set state = 'a'")) {
            assertThat(update.executeUpdate()).isEqualTo(2);
          }
          assertThat(ran).isEmpty();
          return 0;
        });
    assertThat(ran).containsExactly("first sees [a, a]", "third");
    assertThatThrownBy(
            () ->
                transactions.run(
                    tx -> {
                      tx.afterCommit(() -> ran.add("never"));
                      throw new IOException("no");
                    }))
        .isInstanceOf(IOException.class);
    assertThat(ran).hasSize(2);
  }

  private List<String> states() {
    return lab.sql().column("select state from item order by id").stream()
        .map(String::valueOf)
        .toList();
  }
}
