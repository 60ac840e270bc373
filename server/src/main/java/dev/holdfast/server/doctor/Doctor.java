package dev.holdfast.server.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Runs all checks. */
public final class Doctor {

  private static final Map<String, Check> CHECKS = checks();

  private Doctor() {}

  /**
   * What was found, in the order of the checks.
   *
   * @throws SQLException if there is no connection to be had
   */
  public static List<Finding> examine(DataSource source) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    try (Patient patient = new Patient(source)) {
      for (Map.Entry<String, Check> check : CHECKS.entrySet()) {
        findings.add(look(check.getKey(), check.getValue(), patient));
      }
    }
    return findings;
  }

  private static Finding look(String name, Check check, Patient patient) {
    try {
      return check.look(patient);
    } catch (SQLException e) {
      return Finding.warning(
          name, "could not look: " + e.getMessage(), "allow this role to, or ask one that may");
    }
  }

  private static Map<String, Check> checks() {
    Map<String, Check> checks = new LinkedHashMap<>();
    checks.put("version", ServerChecks::version);
    checks.put("primary", ServerChecks::primary);
    checks.put("durability", ServerChecks::durability);
    checks.put("replication", ServerChecks::replication);
    checks.put("schema", SchemaChecks::version);
    checks.put("rights", SchemaChecks::rights);
    checks.put("diagnosis rights", SchemaChecks::sight);
    checks.put("dead rows", SchemaChecks::deadRows);
    checks.put("pooler", PoolerCheck::look);
    checks.put("push", PushCheck::look);
    checks.put("clock", ClockCheck::look);
    checks.put("idle in transaction", SettingChecks::idleInTransaction);
    checks.put("lock waits in the log", SettingChecks::logLockWaits);
    checks.put("deadlock timeout", SettingChecks::deadlockTimeout);
    checks.put("isolation", SettingChecks::isolation);
    checks.put("autovacuum", SettingChecks::autovacuum);
    checks.put("connections", SessionChecks::connections);
    checks.put("sessions", SessionChecks::idleNow);
    checks.put("prepared transactions", SessionChecks::prepared);
    return checks;
  }
}
