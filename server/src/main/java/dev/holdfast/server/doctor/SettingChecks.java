package dev.holdfast.server.doctor;

import java.sql.SQLException;

/** Settings of the server that decide how trouble shows. */
final class SettingChecks {

  private static final long SHORT_MILLIS = 100;
  private static final long LONG_MILLIS = 5_000;

  private SettingChecks() {}

  static Finding idleInTransaction(Patient patient) throws SQLException {
    String name = "idle in transaction";
    return patient.milliseconds("idle_in_transaction_session_timeout") == 0
        ? Finding.warning(
            name,
            "idle_in_transaction_session_timeout = 0: a client that hangs keeps its row locks for"
                + " ever",
            "alter role … set idle_in_transaction_session_timeout = '1min'")
        : Finding.ok(name, "ends after " + patient.setting("idle_in_transaction_session_timeout"));
  }

  static Finding logLockWaits(Patient patient) throws SQLException {
    return patient.setting("log_lock_waits").equals("on")
        ? Finding.ok("lock waits in the log", "on")
        : Finding.note(
            "lock waits in the log",
            "log_lock_waits = off: long waits leave no trace on the server",
            "alter system set log_lock_waits = on; select pg_reload_conf()");
  }

  static Finding deadlockTimeout(Patient patient) throws SQLException {
    long millis = patient.milliseconds("deadlock_timeout");
    String found = patient.setting("deadlock_timeout");
    if (millis < SHORT_MILLIS) {
      return Finding.note(
          "deadlock timeout", found, "every short wait pays for a search: 1s is usual");
    }
    return millis > LONG_MILLIS
        ? Finding.note(
            "deadlock timeout",
            found,
            "a deadlock of row locks stands this long before PostgreSQL ends it: 1s is usual")
        : Finding.ok("deadlock timeout", found);
  }

  static Finding isolation(Patient patient) throws SQLException {
    String found = patient.setting("default_transaction_isolation");
    return found.equals("read committed")
        ? Finding.ok("isolation", found)
        : Finding.note(
            "isolation",
            found + " by default: leases ask for read committed themselves",
            "your own transactions must be ready to be retried (40001)");
  }

  static Finding autovacuum(Patient patient) throws SQLException {
    return patient.setting("autovacuum").equals("on")
        ? Finding.ok("autovacuum", "on")
        : Finding.problem(
            "autovacuum",
            "off: the tables of leases grow without bound",
            "alter system set autovacuum = on; select pg_reload_conf()");
  }
}
