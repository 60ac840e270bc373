package dev.holdfast.bench.contender;

import dev.holdfast.bench.measure.Contender;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** One prepared statement on one connection, so often an operation, under autocommit. */
public final class StatementLoop implements Contender {

  private final String name;
  private final int times;
  private final Connection connection;
  private final PreparedStatement statement;

  public StatementLoop(String name, DataSource source, String sql, int times) throws SQLException {
    this.name = name;
    this.times = times;
    this.connection = source.getConnection();
    this.statement = connection.prepareStatement(sql);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Operation operation(int caller) {
    return () -> {
      for (int i = 0; i < times; i++) {
        statement.execute();
      }
    };
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
