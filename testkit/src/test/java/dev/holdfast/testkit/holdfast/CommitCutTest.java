package dev.holdfast.testkit.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.RequestFailedException;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.schema.Schema;
import dev.holdfast.testkit.proxy.Direction;
import dev.holdfast.transaction.Transaction;
import dev.holdfast.transaction.TransactionFunction;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A connection cut at every byte around COMMIT. Whatever is told must be what is in the table:
 * success if and only if the row is there, and the function ran once.
 */
@Timeout(120)
final class CommitCutTest {

  private static final int ANSWER_BYTES = 18; // CommandComplete "COMMIT" and ReadyForQuery

  /** The ways to commit. */
  enum Way {
    PLAIN,
    WITH_LAST_WRITE,
    OUTCOME_ROW,
    LEASE
  }

  private TestDatabase database;
  private Relay relay;
  private Holdfast holdfast;
  private final AtomicInteger calls = new AtomicInteger();
  private int hooks;

  @BeforeEach
  void open() throws Exception {
    open(PostgresServer.shared());
  }

  private void open(PostgresServer server) throws Exception {
    database = server.createDatabase();
    Schema.of(database.dataSource()).apply();
    relay = new Relay(database.dataSource().getPortNumbers()[0]);
    FarDataSource source =
        new FarDataSource(database.dataSource(), database.dataSource(), relay.port());
    holdfast =
        Holdfast.on(source, HoldfastSettings.defaults().withPatience(Duration.ofSeconds(20)));
    run("create table written (id integer primary key)");
  }

  @AfterEach
  void close() throws Exception {
    holdfast.close();
    relay.close();
    database.close();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("W9: COMMIT executed, its answer cut after any byte: committed, and told so")
  void answerCut(Way way) throws SQLException {
    Lease lease = holdfast.leases().acquire("x");
    for (int bytes = 0; bytes < ANSWER_BYTES; bytes++) {
      int cut = bytes;
      assertThat(told(way, lease, bytes + 1, () -> relay.cutAfter(Direction.ANSWERS, cut)))
          .as("cut after %d bytes of the answer", bytes)
          .isEqualTo("committed");
    }
    lease.release();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("W9: COMMIT cut on its way after any byte: told is what happened")
  void requestCut(Way way) throws SQLException {
    Lease lease = holdfast.leases().acquire("x");
    int committed = 0;
    int bytes = 0;
    for (; bytes < 400 && committed < 3; bytes += way == Way.WITH_LAST_WRITE ? 7 : 3) {
      int cut = bytes;
      String told = told(way, lease, bytes + 1, () -> relay.cutAfter(Direction.REQUESTS, cut));
      committed += told.equals("committed") ? 1 : 0;
    }
    assertThat(committed).as("the whole message went through in the end").isEqualTo(3);
    assertThat(bytes).as("and it was cut before").isGreaterThan(15);
    lease.release();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("W9: a connection that is cut before COMMIT is sent: nothing committed, and told so")
  void cutBefore(Way way) throws SQLException {
    Lease lease = holdfast.leases().acquire("x");
    assertThat(told(way, lease, 1, () -> relay.cutAfter(Direction.REQUESTS, 0)))
        .isEqualTo("nothing");
    lease.release();
  }

  @Test
  @DisplayName("W9: answer lost and the server killed: after its restart the truth is told")
  void serverKilled() throws Exception {
    close();
    try (PostgresServer server = PostgresServer.start(PostgresServer.shared().major())) {
      open(server);
      Thread starter = new Thread(server::start);
      relay.onCut(
          () -> {
            server.kill(); // COMMIT was answered, so it was executed
            starter.start();
          });
      String told = attempt(Way.PLAIN, null, 1, () -> relay.cutAfter(Direction.ANSWERS, 0));
      starter.join(60_000);
      compare(told, 1);
      assertThat(told).isIn("committed", "unknown");
      close();
    }
    open();
  }

  /** Runs one, compares with the table, and answers what was told. */
  private String told(Way way, Lease lease, int id, Runnable cutting) throws SQLException {
    String told = attempt(way, lease, id, cutting);
    compare(told, id);
    return told;
  }

  private String attempt(Way way, @Nullable Lease lease, int id, Runnable cutting)
      throws SQLException {
    calls.set(0);
    hooks = 0;
    try {
      write(way, lease, id, cutting);
      return "committed";
    } catch (RequestFailedException e) {
      assertThat(e).hasMessageContaining("nothing was committed");
      return "nothing";
    } catch (CommitUnknownException e) {
      return "unknown";
    } finally {
      relay.heal();
    }
  }

  private void compare(String told, int id) throws SQLException {
    boolean there = count("select count(*) from written where id = " + id) == 1;
    if (!told.equals("unknown")) {
      assertThat(told).as("told, with %s", id).isEqualTo(there ? "committed" : "nothing");
    }
    assertThat(calls).as("the function ran once").hasValue(1);
    assertThat(hooks).as("hooks").isEqualTo(told.equals("committed") ? 1 : 0);
  }

  private void write(Way way, @Nullable Lease lease, int id, Runnable cutting) throws SQLException {
    TransactionOptions options = TransactionOptions.defaults();
    TransactionFunction<Integer, SQLException> plain =
        tx -> {
          insert(tx, id);
          cutting.run();
          return 0;
        };
    switch (way) {
      case PLAIN -> holdfast.transactions().run(options, plain);
      case OUTCOME_ROW -> holdfast.transactions().run(options.withOutcomeRow(), plain);
      case WITH_LAST_WRITE ->
          holdfast
              .transactions()
              .run(
                  tx -> {
                    begin(tx);
                    cutting.run();
                    return tx.updateAndCommit("insert into written values (?)", id);
                  });
      case LEASE -> {
        if (lease == null) {
          fail("no lease");
        } else {
          lease.inTransaction(plain);
        }
      }
    }
  }

  private void begin(Transaction tx) throws SQLException {
    calls.incrementAndGet();
    tx.afterCommit(() -> hooks++);
    try (PreparedStatement select = tx.connection().prepareStatement("select 1")) {
      select.execute();
    }
  }

  private void insert(Transaction tx, int id) throws SQLException {
    begin(tx);
    try (PreparedStatement insert =
        tx.connection().prepareStatement("insert into written values (?)")) {
      insert.setInt(1, id);
      insert.executeUpdate();
    }
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      connection.createStatement().execute(sql);
    }
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        ResultSet row = connection.createStatement().executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
