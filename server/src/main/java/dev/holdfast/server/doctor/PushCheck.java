package dev.holdfast.server.doctor;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Whether a notification arrives, as a wake-up of a waiter would. */
final class PushCheck {

  private static final int PATIENCE_MILLIS = 2_000;
  private static final long FULL_PERCENT = 50;

  private PushCheck() {}

  static Finding look(Patient patient) throws SQLException {
    long used = patient.number("select (pg_notification_queue_usage() * 100)::bigint");
    if (used > FULL_PERCENT) {
      return Finding.warning(
          "push",
          "the queue of notifications is " + used + " % full",
          "find the session that listens and stays in a transaction: pg_stat_activity");
    }
    return arrives(patient)
        ? Finding.ok("push", "wake-ups arrive")
        : Finding.note(
            "push",
            "wake-ups do not arrive: waiting polls instead",
            "a direct connection (no transaction pooler) makes hand-overs faster");
  }

  private static boolean arrives(Patient patient) throws SQLException {
    String channel = "holdfast_doctor_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection listener = patient.another();
        Statement statement = listener.createStatement()) {
      statement.execute("listen " + channel);
      patient.ask("select pg_notify('" + channel + "', '')");
      PGNotification[] heard =
          listener.unwrap(PGConnection.class).getNotifications(PATIENCE_MILLIS);
      statement.execute("unlisten " + channel);
      return heard != null && heard.length > 0;
    }
  }
}
