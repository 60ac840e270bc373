package dev.holdfast.testkit.sqllock;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** The statements of {@link SqlLock}, the broken ones too. */
final class SqlLockSql {
  static final String CREATE =
      """
      create table if not exists sql_lock (
        name text primary key,
        fence bigint not null,
        token text,
        until timestamptz not null
      )
      """;

  // ON CONFLICT decides after it has locked the row; zero rows: somebody has it.
  private static final String TAKE =
      """
      insert into sql_lock as l (name, fence, token, until)
      values (?, 1, ?, clock_timestamp() + ? * interval '1 ms')
      on conflict (name) do update
        set fence = l.fence + 1,
            token = excluded.token,
            until = clock_timestamp() + ? * interval '1 ms'
        where %s
      returning fence
      """;

  private static final String IS_FREE =
      "select not exists (select from sql_lock where name = ? and until > clock_timestamp())";

  private static final String FREE =
      """
      update sql_lock
      set until = '-infinity', token = null
      where name = ? and %s
      """;

  private static final String DELETE = "delete from sql_lock where name = ? and token = ?";

  // FOR SHARE: the takeover's update has to wait for this transaction.
  private static final String GUARD = "select from sql_lock where name = ? and token = ? for share";

  private SqlLockSql() {}

  static Optional<Long> take(
      Connection connection, Flaw flaw, String name, String token, Duration ttl)
      throws SQLException {
    if (flaw == Flaw.CHECKS_THEN_ACTS && !isFree(connection, name)) {
      return Optional.empty();
    }
    String condition =
        switch (flaw) {
          case GRANTS_ALWAYS, CHECKS_THEN_ACTS -> "true";
          case NEVER_EXPIRES -> "l.token is null";
          default -> "l.until <= clock_timestamp()";
        };
    try (PreparedStatement statement = connection.prepareStatement(TAKE.formatted(condition))) {
      statement.setString(1, name);
      statement.setString(2, token);
      statement.setLong(3, ttl.toMillis());
      statement.setLong(4, ttl.toMillis());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getLong(1)) : Optional.empty();
      }
    }
  }

  private static boolean isFree(Connection connection, String name) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(IS_FREE)) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getBoolean(1);
      }
    }
  }

  static boolean free(Connection connection, Flaw flaw, String name, String token)
      throws SQLException {
    String condition = flaw == Flaw.RELEASES_WITHOUT_TOKEN ? "? is not null" : "token = ?";
    String sql = flaw == Flaw.RESTARTS_FENCES ? DELETE : FREE.formatted(condition);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      statement.setString(2, token);
      return statement.executeUpdate() == 1;
    }
  }

  static boolean guard(Connection connection, String name, String token) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(GUARD)) {
      statement.setString(1, name);
      statement.setString(2, token);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }
}
