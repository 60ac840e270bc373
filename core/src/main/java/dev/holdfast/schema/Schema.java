package dev.holdfast.schema;

import dev.holdfast.SchemaException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The schema {@code holdfast} of one database. Thread-safe. */
public final class Schema {

  /** Any fixed number: all migrators of a database take this advisory lock. */
  private static final long MIGRATION_LOCK = 0x484f4c4446415354L;

  private static final String MAY_NOT = "42501";

  private final DataSource dataSource;

  private Schema(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public static Schema of(DataSource dataSource) {
    return new Schema(dataSource);
  }

  /** All migrations as one SQL script, for those who apply it by hand: one transaction. */
  public static String print() {
    return Migration.ALL.stream()
        .map(migration -> migration.sql() + "\n" + record(migration) + "\n")
        .collect(Collectors.joining("\n", "begin;\n\n", "\ncommit;\n"));
  }

  /** What is there; empty if there is no schema. One round trip. */
  public Optional<SchemaInfo> info() {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SchemaSql.INFO)) {
      row.next();
      return Optional.of(
          new SchemaInfo(
              row.getInt("version"),
              row.getInt("breaking_version"),
              row.getInt("buckets"),
              Duration.ofMillis(row.getLong("max_ttl_ms"))));
    } catch (SQLException e) {
      if (SchemaSql.isMissing(e)) {
        return Optional.empty();
      }
      if (MAY_NOT.equals(e.getSQLState())) {
        throw new SchemaException(
            "this role may not use the schema holdfast ("
                + e.getMessage()
                + "): grant holdfast_user, or holdfast_admin, to it",
            e);
      }
      throw failed("can't read the schema", e);
    }
  }

  /** Applies what is missing and answers the versions applied; safe to call from many processes. */
  public List<Integer> apply() {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        List<Integer> applied = apply(connection);
        connection.commit();
        return applied;
      } catch (SQLException e) {
        if (!connection.isClosed()) {
          connection.rollback();
        }
        throw e;
      } finally {
        if (!connection.isClosed()) { // a broken one must not hide what broke it
          connection.setAutoCommit(autoCommit);
        }
      }
    } catch (SQLException e) {
      throw failed("can't apply the schema", e);
    }
  }

  /** Whether nothing is to be applied: it is at our version, or at a later one. */
  public boolean isCurrent(SchemaInfo info) {
    return info.version() >= Migration.latest();
  }

  /**
   * Checks that this library can work with what was found.
   *
   * @throws SchemaException saying what is wrong and what to run
   */
  public SchemaInfo requireUsable(Optional<SchemaInfo> found) {
    SchemaInfo info =
        found.orElseThrow(
            () ->
                new SchemaException(
                    "this database has no schema holdfast: run `holdfast schema apply`, or"
                        + " give `holdfast schema print` to whoever may create it",
                    null));
    if (info.breakingVersion() > Migration.latest()) {
      throw new SchemaException(
          "the schema holdfast is at version "
              + info.version()
              + ", which this library (version "
              + Migration.latest()
              + ") can't work with: upgrade the library",
          null);
    }
    if (!isCurrent(info)) {
      throw new SchemaException(
          "the schema holdfast is at version "
              + info.version()
              + ", this library needs "
              + Migration.latest()
              + ": run `holdfast schema apply`",
          null);
    }
    return info;
  }

  /** Checks versions and that no applied migration differs from ours; empty if all is well. */
  public List<String> verify() {
    List<String> findings = new ArrayList<>();
    Optional<SchemaInfo> found = info();
    try {
      requireUsable(found);
    } catch (SchemaException e) {
      findings.add(String.valueOf(e.getMessage()));
    }
    Map<Integer, String> applied = found.isPresent() ? appliedChecksums() : Map.of();
    for (Migration migration : Migration.ALL) {
      String checksum = applied.get(migration.version());
      if (checksum != null && !checksum.equals(migration.checksum())) {
        findings.add(
            "migration "
                + migration.name()
                + " was applied from a different text than this library has");
      }
    }
    return findings;
  }

  private List<Integer> apply(Connection connection) throws SQLException {
    List<Integer> applied = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      // Under a stricter default the lock's own snapshot would hide what others applied meanwhile.
      statement.execute("set transaction isolation level read committed");
      statement.execute("select pg_advisory_xact_lock(" + MIGRATION_LOCK + ")");
      statement.execute("set local client_min_messages = warning");
      int current = currentVersion(statement);
      for (Migration migration : Migration.ALL) {
        if (migration.version() > current) {
          statement.execute(migration.sql());
          statement.execute(record(migration));
          applied.add(migration.version());
        }
      }
    }
    return applied;
  }

  private static int currentVersion(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("select to_regclass('holdfast.migration')::text")) {
      row.next();
      if (row.getString(1) == null) {
        return 0;
      }
    }
    try (ResultSet row =
        statement.executeQuery("select coalesce(max(version), 0) from holdfast.migration")) {
      row.next();
      return row.getInt(1);
    }
  }

  /** Nothing in it comes from outside: file names and checksums of our own. */
  private static String record(Migration migration) {
    return "insert into holdfast.migration (version, name, breaking, checksum) values (%d, '%s', %s, '%s');"
        .formatted(
            migration.version(), migration.name(), migration.breaking(), migration.checksum());
  }

  private Map<Integer, String> appliedChecksums() {
    Map<Integer, String> checksums = new LinkedHashMap<>();
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement =
            connection.prepareStatement("select version, checksum from holdfast.migration");
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        checksums.put(row.getInt(1), row.getString(2));
      }
    } catch (SQLException e) {
      throw failed("can't read the applied migrations", e);
    }
    return checksums;
  }

  private static SchemaException failed(String what, SQLException e) {
    String advice =
        MAY_NOT.equals(e.getSQLState())
            ? "; this role may not: run `holdfast schema apply` as one that may, or give"
                + " `holdfast schema print` to whoever may"
            : "";
    return new SchemaException(what + ": " + e.getMessage() + advice, e);
  }
}
