package dev.holdfast.server.doctor;

import dev.holdfast.SchemaException;
import dev.holdfast.schema.Schema;
import java.sql.SQLException;

/** Holdfast's own part of the database. */
final class SchemaChecks {

  private static final long MANY_DEAD = 100_000;

  private SchemaChecks() {}

  static Finding version(Patient patient) throws SQLException {
    Schema schema = Schema.of(patient.source());
    try {
      int version = schema.requireUsable(schema.info()).version();
      return Finding.ok("schema", "version " + version + ", as this Holdfast needs it");
    } catch (SchemaException e) {
      return Finding.problem(
          "schema", String.valueOf(e.getMessage()), "holdfast schema apply, by who may create it");
    }
  }

  static Finding rights(Patient patient) throws SQLException {
    if (patient.ask("select to_regnamespace('holdfast')") == null) {
      return Finding.note("rights", "nothing to have rights on: there is no schema holdfast", "");
    }
    if (patient.is("select rolsuper from pg_roles where rolname = current_user")) {
      return Finding.warning(
          "rights",
          patient.ask("select current_user") + " is a superuser",
          "give applications a role of their own: create role app login; grant holdfast_user to"
              + " app");
    }
    boolean use = patient.is(may("acquire_leases"));
    boolean admin = patient.is(may("force_release"));
    if (!use) {
      return Finding.problem(
          "rights",
          patient.ask("select current_user") + " may not use leases",
          "grant holdfast_user to it");
    }
    return Finding.ok("rights", admin ? "may use leases and take them away" : "may use leases");
  }

  /** By name, whatever the arguments are; nothing in it comes from outside. */
  private static String may(String function) {
    return "select has_schema_privilege('holdfast', 'usage')"
        + " and coalesce(bool_or(has_function_privilege(p.oid, 'execute')), false)"
        + " from pg_proc p where p.pronamespace = to_regnamespace('holdfast') and p.proname = '"
        + function
        + "'";
  }

  static Finding sight(Patient patient) throws SQLException {
    return patient.is("select pg_has_role('pg_read_all_stats', 'usage')")
        ? Finding.ok("diagnosis rights", "may see what other sessions do")
        : Finding.note(
            "diagnosis rights",
            "who blocks whom is visible, what they run is not",
            "grant pg_read_all_stats to the role of the service, if it may");
  }

  static Finding deadRows(Patient patient) throws SQLException {
    long dead =
        patient.number(
            "select coalesce(max(n_dead_tup), 0) from pg_stat_all_tables"
                + " where schemaname = 'holdfast' and n_dead_tup > 2 * n_live_tup");
    return dead > MANY_DEAD
        ? Finding.warning(
            "dead rows",
            "%,d dead rows in one table of Holdfast's".formatted(dead),
            "look for old transactions and replication slots that keep them; let autovacuum run")
        : Finding.ok("dead rows", "few");
  }
}
