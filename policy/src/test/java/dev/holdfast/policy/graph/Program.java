package dev.holdfast.policy.graph;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.sql.Catalog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** A program whose transactions run one after the other, so that none meets another. */
final class Program implements AutoCloseable {

  static final String SCHEMA =
      """
      create table accounts (id int primary key, n int not null default 0);
      create table bills (id int primary key, n int not null default 0);
      create table credits (id int primary key, n int not null default 0);
      create table gate (id int primary key, n int not null default 0);
      create table customers (id int primary key, name text unique, n int not null default 0);
      create table orders (
        id int generated always as identity primary key,
        customer int not null constraint orders_customer_fk references customers on delete cascade,
        n int not null default 0);
      create table notes (
        id int generated always as identity primary key,
        customer int not null
          constraint notes_customer_fk references customers deferrable initially deferred);
      create table totals (id int primary key, n int not null default 0);
      create table entries (id int generated always as identity primary key, n int);
      create table codes (code text primary key);
      create function count_entry() returns trigger language plpgsql as $$
      begin
        update totals set n = n + 1 where id = 1;
        return new;
      end $$;
      create trigger count_entry after insert on entries
        for each row execute function count_entry();
      insert into accounts select i from generate_series(1, 9) i;
      insert into bills select i from generate_series(1, 9) i;
      insert into credits select i from generate_series(1, 9) i;
      insert into gate select i from generate_series(1, 9) i;
      insert into totals values (1);
      insert into customers select i, 'c' || i from generate_series(1, 9) i;
      insert into orders (customer) select i from generate_series(1, 9) i;
      """;

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final LockRecorder recorder;
  private final DataSource recorded;

  Program() throws SQLException {
    this(new LockRecorder());
  }

  Program(LockRecorder recorder) throws SQLException {
    this.recorder = recorder;
    this.recorded = recorder.observe(database.dataSource());
    execute(database.dataSource(), SCHEMA);
  }

  DataSource dataSource() {
    return recorded;
  }

  /** One transaction of these statements. */
  Program transaction(String... statements) throws SQLException {
    try (Connection connection = recorded.getConnection()) {
      connection.setAutoCommit(false);
      for (String sql : statements) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(sql);
        }
      }
      connection.commit();
    }
    return this;
  }

  /** One transaction that runs a text again and again, with a parameter each time. */
  Program each(String sql, Object... values) throws SQLException {
    try (Connection connection = recorded.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (Object value : values) {
          statement.setObject(1, value);
          statement.execute();
        }
      }
      connection.commit();
    }
    return this;
  }

  LockGraph graph() throws SQLException {
    return graph(GraphOptions.defaults());
  }

  LockGraph graph(GraphOptions options) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      return LockGraph.of(recorder, Catalog.read(connection), options);
    }
  }

  List<LockFinding> cycles() throws SQLException {
    return graph().cycles();
  }

  /** On a database in which none of it has happened yet. */
  static ReplayResult replay(LockFinding finding) throws SQLException {
    try (TestDatabase fresh = PostgresServer.shared().createDatabase()) {
      execute(fresh.dataSource(), SCHEMA);
      return Replay.on(fresh.dataSource()).run(finding);
    }
  }

  static void execute(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
