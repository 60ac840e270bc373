package dev.holdfast.policy.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A result set whose statement is the observed one. Updatable ones write by themselves: the driver
 * makes up an INSERT, UPDATE or DELETE for the table that they were read from, and so does this.
 */
final class ObservedResultSet extends ResultSetLabelUpdates {

  private final Session session;
  private final @Nullable Statement statement;

  ObservedResultSet(ResultSet delegate, Session session, @Nullable Statement statement) {
    super(delegate);
    this.session = session;
    this.statement = statement;
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    delegate.getStatement(); // complains if closed
    return statement;
  }

  @Override
  public void insertRow() throws SQLException {
    session.runPlain(write("insert into %s default values"), delegate::insertRow);
  }

  @Override
  public void updateRow() throws SQLException {
    session.runPlain(write("update %s set updated_row = default"), delegate::updateRow);
  }

  @Override
  public void deleteRow() throws SQLException {
    session.runPlain(write("delete from %s"), delegate::deleteRow);
  }

  private Script write(String sql) throws SQLException {
    return Script.of(sql.formatted(delegate.getMetaData().getTableName(1)));
  }
}
