package dev.holdfast.server.doctor;

import java.sql.SQLException;

/** Who is there at this moment, and in whose way. */
final class SessionChecks {

  private static final double NEARLY_ALL = 0.8;

  private static final String IDLE =
      """
      select string_agg(format('%s (%s, %s s)', pid, coalesce(nullif(application_name, ''), '-'),
                               round(extract(epoch from now() - state_change))), ', ')
      from (select * from pg_stat_activity
            where state like 'idle in transaction%' and state_change < now() - interval '1 minute'
              and datname = current_database()
            order by state_change limit 5) a
      """;

  private static final String PREPARED =
      """
      select string_agg(format('%L (%s s)', gid, round(extract(epoch from now() - prepared))), ', ')
      from (select * from pg_prepared_xacts
            where prepared < now() - interval '5 minutes' and database = current_database()
            order by prepared limit 5) p
      """;

  private SessionChecks() {}

  static Finding connections(Patient patient) throws SQLException {
    long used =
        patient.number(
            "select count(*) from pg_stat_activity where backend_type = 'client backend'");
    long most = Long.parseLong(patient.setting("max_connections"));
    String found = used + " of " + most + " in use";
    return used > NEARLY_ALL * most
        ? Finding.warning("connections", found, "raise max_connections, or make the pools smaller")
        : Finding.ok("connections", found);
  }

  static Finding idleNow(Patient patient) throws SQLException {
    String idle = patient.ask(IDLE);
    return idle == null
        ? Finding.ok("sessions", "none idles in a transaction for long")
        : Finding.warning(
            "sessions",
            "idle in a transaction for over a minute: " + idle,
            "their row locks stay: end them with select pg_terminate_backend(pid), then find out"
                + " which code forgets to commit");
  }

  static Finding prepared(Patient patient) throws SQLException {
    String prepared = patient.ask(PREPARED);
    return prepared == null
        ? Finding.ok("prepared transactions", "none is left over")
        : Finding.warning(
            "prepared transactions",
            "waiting for over 5 minutes: " + prepared,
            "they keep their locks over restarts: commit prepared or rollback prepared each");
  }
}
