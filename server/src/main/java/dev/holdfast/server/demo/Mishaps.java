package dev.holdfast.server.demo;

import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Actors to whom things happen. */
final class Mishaps {

  private Mishaps() {}

  /** Works longer than its lease lasts and does not renew it: its last write is refused. */
  static void sleeper(Stage stage) throws Exception {
    LeaseOptions options =
        stage.options(Duration.ofSeconds(4), Duration.ofSeconds(20)).withoutAutoRenew();
    try {
      stage.under("report/42", options, lease -> workTooLong(stage, lease));
    } catch (LeaseLostException e) {
      stage.work(500, 1_500);
    }
  }

  private static void workTooLong(Stage stage, Lease lease) throws Exception {
    stage.work(6_000, 9_000);
    lease.inTransaction(tx -> write(tx.connection(), "update demo.account set balance = 0"));
  }

  /** Carries from one store to the other, first come first locked: in a circle, now and then. */
  static void carrier(Stage stage, String from, String to) throws Exception {
    LeaseOptions options = stage.options(Duration.ofSeconds(30), Duration.ofSeconds(20));
    try {
      stage.under(from, options, first -> thenTo(stage, to, options));
    } catch (LeaseDeadlockException e) {
      stage.work(1_000, 3_000);
    }
    stage.work(15_000, 30_000);
  }

  private static void thenTo(Stage stage, String to, LeaseOptions options) throws Exception {
    stage.work(1_000, 2_500);
    stage.under(to, options, second -> stage.work(500, 1_000));
  }

  /** Locks a row and thinks about it: others wait behind a session that does nothing. */
  static void thinker(Stage stage) throws SQLException, InterruptedException {
    try (Connection session = stage.session()) {
      write(session, "select from demo.account where id = 1 for update");
      stage.work(8_000, 15_000);
      session.rollback();
    }
    stage.work(4_000, 8_000);
  }

  /** Wants that row. */
  static void teller(Stage stage) throws SQLException, InterruptedException {
    try (Connection session = stage.session()) {
      write(session, "set local lock_timeout = '20s'");
      write(session, "update demo.account set balance = balance + 1 where id = 1");
      stage.work(20, 100);
      session.commit();
    }
    stage.work(500, 2_000);
  }

  private static boolean write(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }
}
