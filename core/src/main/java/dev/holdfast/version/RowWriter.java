package dev.holdfast.version;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.RowExistsException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row, compared and set.
 *
 * <ol>
 *   <li>Write where the version is the expected one. A row came back: done.
 *   <li>No row: read the version in a second statement, whose snapshot is new. No row there either:
 *       missing. Another version: stale.
 *   <li>The expected version after all (it was written in between; or, in a transaction of our own
 *       with a snapshot, another transaction touched the row): again, a few times.
 * </ol>
 */
final class RowWriter {

  private static final int TRIES = 5;

  /** One write; answers the version that it wrote or deleted, null for no row. */
  @FunctionalInterface
  private interface Write {
    @Nullable Version apply(Connection connection, Version expected) throws SQLException;
  }

  private final Access access;
  private final TableShape shape;
  private final Columns columns;
  private final List<String> key;
  private final Failures failures;
  private final RowStatements row;

  RowWriter(Access access, Statements texts, Object key, Duration lockTimeout) {
    this.access = access;
    this.shape = texts.shape();
    this.columns = texts.columns();
    this.key = Values.key(shape, key);
    this.failures = new Failures(shape.describe(this.key), lockTimeout, access);
    this.row = new RowStatements(shape, texts, this.key, lockTimeout);
  }

  Version update(VersionCheck check, Assignments assignments) {
    return write(
        check,
        (connection, expected) ->
            connection.getAutoCommit()
                ? row.update(connection, expected, assignments)
                : row.updateJoined(connection, expected, assignments));
  }

  void delete(VersionCheck check) {
    write(check, row::delete);
  }

  Version insert(Assignments assignments) {
    return writing(
        connection -> {
          for (int attempt = 1; ; attempt++) {
            try {
              Version version = row.insert(connection, assignments);
              if (version == null) {
                throw new RowExistsException(shape.table().name(), Values.shown(key));
              }
              return version;
            } catch (SQLException e) {
              // Under REPEATABLE READ a row that was committed meanwhile can't be stepped aside
              // for.
              if (!Failures.isSerialization(e) || access.isJoined() || attempt == TRIES) {
                throw e;
              }
            }
          }
        });
  }

  Optional<VersionedRow> find() {
    try {
      return access.run(row::find);
    } catch (SQLException e) {
      throw failures.reading(e);
    }
  }

  private Version write(VersionCheck given, Write write) {
    VersionCheck check = known(given);
    return writing(connection -> write(connection, check, write));
  }

  private Version write(Connection connection, VersionCheck check, Write write)
      throws SQLException {
    Version expected =
        check.versions().size() == 1 ? check.versions().get(0) : accepted(connection, check, null);
    for (int attempt = 1; ; attempt++) {
      SQLException failure = null;
      try {
        Version written = write.apply(connection, expected);
        if (written != null) {
          return written;
        }
      } catch (SQLException e) {
        failure = repeatable(check, e);
      }
      Version actual = accepted(connection, check, failure);
      if (attempt == TRIES) {
        throw gaveUp(check, expected, actual, failure);
      }
      expected = actual;
    }
  }

  private SQLException gaveUp(
      VersionCheck check, Version expected, Version actual, @Nullable SQLException failure) {
    if (!actual.equals(expected)) {
      throw stale(check, actual, failure); // any version would do, and each was gone at once
    }
    return failure != null ? failure : suppressed();
  }

  /** The current version, if the check accepts it. */
  private Version accepted(
      Connection connection, VersionCheck check, @Nullable SQLException because)
      throws SQLException {
    Version actual = row.read(connection);
    if (!check.accepts(actual)) {
      throw stale(check, actual, because);
    }
    return actual;
  }

  /** Whether to look and write again after a failure; throws it if not. */
  private SQLException repeatable(VersionCheck check, SQLException e) throws SQLException {
    if (access.isJoined()) {
      if (Failures.isConcurrentChange(e)) {
        throw stale(check, null, e); // the caller's transaction is over: it can't be read in it
      }
      throw e;
    }
    if (!Failures.isSerialization(e)) {
      throw e;
    }
    return e;
  }

  private Version writing(Access.Work<Version> work) {
    try {
      return access.run(
          connection -> {
            columns.checkTimes(connection);
            return work.on(connection);
          });
    } catch (SQLException e) {
      throw failures.writing(e);
    }
  }

  /**
   * What an If-Match header says about other kinds of versions matches nothing, and is no error.
   */
  private VersionCheck known(VersionCheck check) {
    if (check.ifMatch()) {
      List<Version> ours = check.versions().stream().filter(shape::has).toList();
      return new VersionCheck(ours, check.any(), true);
    }
    if (!check.any() && check.versions().isEmpty()) {
      throw new InvalidRequestException("say which version is expected");
    }
    check.versions().forEach(shape::refuseOtherKind);
    return check;
  }

  private StaleVersionException stale(
      VersionCheck check, @Nullable Version actual, @Nullable SQLException because) {
    return new StaleVersionException(
        shape.table().name(), Values.shown(key), check, actual, because);
  }

  private SQLException suppressed() {
    return new SQLException(
        "the row is there with the expected version, and still was not written: a trigger or a row"
            + " security policy keeps it as it is",
        "HF003");
  }
}
