package dev.holdfast.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Configuration;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.row.LockedRows;
import dev.holdfast.row.RowLock;
import dev.holdfast.row.Transition;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/guide/transactions.md and docs/guide/row-locks.md. */
class TransactionSamplesTest {

  static final RowLock ORDERS = RowLock.of("orders", "id");

  private record Order(long id, String state) {}

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private Holdfast holdfast;

  @BeforeEach
  void createTable() {
    lab.sql()
        .run(
            """
            create table orders (id bigint primary key, state text, total integer not null);
            insert into orders values (7, 'NEW', 0), (42, 'NEW', 0);
            """);
    holdfast = lab.open();
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("a transaction with a result, and one without")
  void transactions() throws SQLException {
    int changed =
        holdfast
            .transactions()
            .run(
                TransactionOptions.quick(),
                tx -> {
                  Connection connection = tx.connection();
                  try (var update =
                      connection.prepareStatement("update orders set state = 'SENT'")) {
                    return update.executeUpdate();
                  }
                });
    assertThat(changed).isEqualTo(2);

    List<String> mails = new ArrayList<>();
    holdfast
        .transactions()
        .runWithoutResult(
            tx -> {
              int attempt = tx.attempt();
              tx.afterCommit(() -> mails.add("paid, in attempt " + attempt));
              tx.updateAndCommit("update orders set state = ? where id = ?", "PAID", 42);
            });
    assertThat(mails).containsExactly("paid, in attempt 1");
    assertThat(state(42)).isEqualTo("PAID");
  }

  @Test
  @DisplayName("settings from properties and from the environment")
  void configuration() {
    Properties properties = new Properties();
    properties.setProperty("holdfast.lock_timeout", "3s");
    TransactionOptions options = TransactionOptions.from(Configuration.of(properties));
    HoldfastSettings settings = HoldfastSettings.from(Configuration.ofEnvironment());
    assertThat(options.patience().lockTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.patience()).isPositive();
  }

  @Test
  @DisplayName("in a transaction of somebody else")
  void joined() throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      holdfast
          .transactions()
          .joinWithoutResult(
              connection, TransactionOptions.workflow(), tx -> send(tx.connection(), 42));
      connection.commit();
    }
    assertThat(state(42)).isEqualTo("SENT");
  }

  @Test
  @DisplayName("one row, several rows, a transition")
  void rows() throws SQLException {
    int total =
        holdfast
            .rows()
            .withLock(
                ORDERS,
                42,
                TransactionOptions.quick(),
                (tx, order) -> {
                  int next = order.get("total", Integer.class) + 10;
                  tx.updateAndCommit("update orders set total = ? where id = ?", next, 42);
                  return next;
                });
    assertThat(total).isEqualTo(10);
    holdfast
        .transactions()
        .runWithoutResult(
            tx -> {
              LockedRows<Order> locked =
                  holdfast
                      .rows()
                      .lock(
                          tx,
                          ORDERS.withColumns("state", "total"),
                          List.of(42, 7, 13),
                          row -> new Order(row.getLong("id"), row.getString("state")));
              locked.rows();
              locked.missing();
              locked.skipped();
              assertThat(locked.rows()).extracting(Order::id).containsExactly(7L, 42L);
              assertThat(locked.missing()).containsExactly(13);
              assertThat(locked.skipped()).isEmpty();
            });
    holdfast
        .transactions()
        .run(
            tx ->
                holdfast.rows().transition(tx, ORDERS, 42, Transition.of("state", "NEW", "PAID")));
    assertThat(state(42)).isEqualTo("PAID");
  }

  private static void send(Connection connection, long id) throws SQLException {
    Sql.run(connection, "update orders set state = 'SENT' where id = ?", id);
  }

  private String state(long id) {
    return lab.sql().text("select state from orders where id = ?", id);
  }
}
