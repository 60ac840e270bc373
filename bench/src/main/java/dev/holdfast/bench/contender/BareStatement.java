package dev.holdfast.bench.contender;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One statement a call, a connection and a row each: the limit of what the database can do. */
public final class BareStatement implements Contender {

  public static final String UPDATE = "bare UPDATE";
  public static final String SELECT = "SELECT 1";

  /** More connections than this make it slower, not faster. */
  private static final int MOST = 32;

  private final String name;
  private final List<Connection> connections = new ArrayList<>();
  private final List<PreparedStatement> statements = new ArrayList<>();

  private BareStatement(String name) {
    this.name = name;
  }

  /** A durable commit of one changed row. */
  public static BareStatement update(Database database, int callers) throws SQLException {
    database.execute(
        """
        create table if not exists bench_row (id integer primary key, n bigint not null)
        with (fillfactor = 50);
        insert into bench_row
        select id, 0 from generate_series(0, 31) as id
        on conflict do nothing
        """);
    BareStatement contender = new BareStatement(UPDATE);
    contender.open(database, callers, "update bench_row set n = n + 1 where id = ?");
    for (int caller = 0; caller < contender.statements.size(); caller++) {
      contender.statements.get(caller).setInt(1, caller);
    }
    return contender;
  }

  /** A round trip that does nothing. */
  public static BareStatement select(Database database, int callers) throws SQLException {
    BareStatement contender = new BareStatement(SELECT);
    contender.open(database, callers, "select 1");
    return contender;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int callersOf(int wanted) {
    return Math.min(wanted, MOST);
  }

  @Override
  public Operation operation(int caller) {
    return statements.get(caller)::execute;
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }

  private void open(Database database, int callers, String sql) throws SQLException {
    for (int caller = 0; caller < callersOf(callers); caller++) {
      Connection connection = database.connect();
      connections.add(connection);
      statements.add(connection.prepareStatement(sql));
    }
  }
}
