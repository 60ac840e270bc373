package dev.holdfast.policy.sql;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A database with the corpus's tables and rows. */
final class CorpusDatabase implements AutoCloseable {

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final Catalog catalog;

  CorpusDatabase() throws SQLException {
    try (Connection connection = connect()) {
      run(connection, Corpus.resource("corpus-schema.sql"));
      catalog = Catalog.read(connection);
    }
  }

  Catalog catalog() {
    return catalog;
  }

  Connection connect() throws SQLException {
    Connection connection = database.dataSource().getConnection();
    run(connection, "set lock_timeout = '20s'");
    return connection;
  }

  static void run(Connection connection, String sql) throws SQLException {
    for (SqlScript.Piece piece : SqlScript.pieces(sql)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(piece.sql());
      }
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
