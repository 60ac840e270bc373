package dev.holdfast.examples.evalium;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.examples.evalium.db.Sql;
import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.RunningApp;
import java.sql.Connection;
import java.sql.SQLException;

/** The platform as it runs, and its database as nobody guards it. */
final class Platform implements AutoCloseable {

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final RunningApp app = start();

  /** A further instance on the same database. */
  RunningApp start() {
    Class<?>[] sources = {Recorded.class, EvaliumApplication.class};
    return RunningApp.start(sources, database.url(), database.user());
  }

  RunningApp app() {
    return app;
  }

  Http http() {
    return app.http();
  }

  long number(String sql, Object... values) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      return new Sql(connection).number(sql, values);
    }
  }

  void run(String sql, Object... values) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      new Sql(connection).update(sql, values);
    }
  }

  Connection connect() throws SQLException {
    return database.dataSource().getConnection();
  }

  @Override
  public void close() {
    app.close();
    database.close();
  }
}
