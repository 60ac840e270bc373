package dev.holdfast.server.doctor;

import java.sql.SQLException;

/** The server itself: what it is, and whether what it commits is kept. */
final class ServerChecks {

  private static final int OLDEST = 14;
  private static final int NEWEST = 18;

  private ServerChecks() {}

  static Finding version(Patient patient) throws SQLException {
    int major = Integer.parseInt(patient.setting("server_version_num")) / 10_000;
    String found = "PostgreSQL " + patient.setting("server_version");
    if (major < OLDEST) {
      return Finding.problem(
          "version", found, "Holdfast needs PostgreSQL " + OLDEST + " or newer: upgrade");
    }
    return major > NEWEST
        ? Finding.note("version", found, "Holdfast is tested with " + OLDEST + " to " + NEWEST)
        : Finding.ok("version", found);
  }

  static Finding primary(Patient patient) throws SQLException {
    return patient.is("select pg_is_in_recovery()")
        ? Finding.problem(
            "primary",
            "this is a standby, which can't grant a lease",
            "use the primary's address, or targetServerType=primary in the URL")
        : Finding.ok("primary", "takes writes");
  }

  static Finding durability(Patient patient) throws SQLException {
    if (patient.setting("fsync").equals("off")) {
      return Finding.problem(
          "durability", "fsync = off: a crash can lose everything", "set fsync = on");
    }
    String commit = patient.setting("synchronous_commit");
    if (commit.equals("off")) {
      return Finding.note(
          "durability",
          "synchronous_commit = off: grants wait for the disk all the same, your writes do not",
          "alter role … set synchronous_commit = on, unless you can lose them");
    }
    return patient.setting("full_page_writes").equals("off")
        ? Finding.warning(
            "durability",
            "full_page_writes = off",
            "set it on, unless the file system never writes half a page")
        : Finding.ok("durability", "fsync = on, synchronous_commit = " + commit);
  }

  static Finding replication(Patient patient) throws SQLException {
    long standbys = patient.number("select count(*) from pg_stat_replication");
    String synchronous = patient.setting("synchronous_standby_names");
    String commit = patient.setting("synchronous_commit");
    if (standbys == 0 && synchronous.isEmpty()) {
      return Finding.ok("replication", "no standby");
    }
    if (synchronous.isEmpty() || commit.equals("local")) {
      return Finding.warning(
          "replication",
          standbys
              + " standby(s), none of them synchronous for leases: a failover can lose"
              + " the last grants and give their fences again",
          "set synchronous_standby_names (and synchronous_commit = on for the role of leases)");
    }
    return standbys == 0
        ? Finding.problem(
            "replication",
            "synchronous_standby_names is set and no standby is there: every commit waits",
            "start a standby, or empty the setting")
        : Finding.ok("replication", standbys + " standby(s), synchronous: " + synchronous);
  }
}
