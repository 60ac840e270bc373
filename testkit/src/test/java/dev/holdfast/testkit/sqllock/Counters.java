package dev.holdfast.testkit.sqllock;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Shared counters in a table, with nothing that protects them. */
public final class Counters implements AutoCloseable {
  private static final String CREATE =
      """
      create table if not exists counter (
        name text primary key,
        value bigint not null
      ) with (fillfactor = 50)
      """;

  private static final String READ = "select value from counter where name = ?";

  private static final String WRITE = "update counter set value = ? where name = ?";

  // Zero rows: it is there meanwhile.
  private static final String CREATE_ONE =
      "insert into counter (name, value) values (?, 0) on conflict do nothing";

  private static final String INCREMENT =
      """
      insert into counter (name, value)
      values (?, 1)
      on conflict (name) do update
        set value = counter.value + 1
      """;

  private final Connections connections;

  public Counters(String url) {
    this.connections = new Connections(url);
  }

  public static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(CREATE);
    }
  }

  public long read(String name) throws SQLException {
    return connections.use(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
              return rows.next() ? rows.getLong(1) : 0L;
            }
          }
        });
  }

  public void write(String name, long value) throws SQLException {
    connections.use(
        connection -> {
          if (update(connection, name, value) == 0) {
            try (PreparedStatement statement = connection.prepareStatement(CREATE_ONE)) {
              statement.setString(1, name);
              statement.executeUpdate();
            }
            update(connection, name, value);
          }
          return value;
        });
  }

  private static int update(Connection connection, String name, long value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
      statement.setLong(1, value);
      statement.setString(2, name);
      return statement.executeUpdate();
    }
  }

  /** Adds one in the caller's transaction. */
  public static void increment(Connection connection, String name) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INCREMENT)) {
      statement.setString(1, name);
      statement.executeUpdate();
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
