package dev.holdfast.server.doctor;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.postgresql.PGConnection;

/**
 * Whether there is a pooler on the way, and of which kind. A pooler makes up the pid that the
 * driver is told at the start. In transaction mode what one session sets is seen by the next, which
 * gets the same server connection.
 */
final class PoolerCheck {

  private PoolerCheck() {}

  static Finding look(Patient patient) throws SQLException {
    int told = patient.connection().unwrap(PGConnection.class).getBackendPID();
    if (told == patient.number("select pg_backend_pid()")) {
      return Finding.ok("pooler", "none: the sessions are the server's own");
    }
    return leaks(patient)
        ? Finding.note(
            "pooler",
            "a pooler in transaction mode: all works, waiting polls since push can't pass",
            "for faster hand-overs between processes give Holdfast a direct connection")
        : Finding.ok("pooler", "a pooler in session mode");
  }

  private static boolean leaks(Patient patient) throws SQLException {
    String mark = UUID.randomUUID().toString();
    try (Connection other = patient.another()) {
      patient.ask("select set_config('holdfast.doctor', '" + mark + "', false)");
      String seen = Patient.ask(other, "select current_setting('holdfast.doctor', true)");
      Patient.ask(other, "select set_config('holdfast.doctor', '', false)");
      patient.ask("select set_config('holdfast.doctor', '', false)");
      return mark.equals(seen);
    }
  }
}
