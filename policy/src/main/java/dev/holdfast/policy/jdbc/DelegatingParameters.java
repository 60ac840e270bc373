package dev.holdfast.policy.jdbc;

import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/** Parameters of an observed prepared statement: handed on, and kept where somebody asked. */
abstract class DelegatingParameters<S extends PreparedStatement> extends DelegatingStreams<S> {

  DelegatingParameters(S delegate, Session session, Connection connection) {
    super(delegate, session, connection);
  }

  @Override
  public void setNull(int index, int type) throws SQLException {
    delegate.setNull(index, type);
    bound(index, null);
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    delegate.setBoolean(index, value);
    bound(index, value);
  }

  @Override
  public void setByte(int index, byte value) throws SQLException {
    delegate.setByte(index, value);
    bound(index, value);
  }

  @Override
  public void setShort(int index, short value) throws SQLException {
    delegate.setShort(index, value);
    bound(index, value);
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    delegate.setInt(index, value);
    bound(index, value);
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    delegate.setLong(index, value);
    bound(index, value);
  }

  @Override
  public void setFloat(int index, float value) throws SQLException {
    delegate.setFloat(index, value);
    bound(index, value);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    delegate.setDouble(index, value);
    bound(index, value);
  }

  @Override
  public void setBigDecimal(int index, BigDecimal value) throws SQLException {
    delegate.setBigDecimal(index, value);
    bound(index, value);
  }

  @Override
  public void setString(int index, String value) throws SQLException {
    delegate.setString(index, value);
    bound(index, value);
  }

  @Override
  public void setBytes(int index, byte[] value) throws SQLException {
    delegate.setBytes(index, value);
    bound(index, value);
  }

  @Override
  public void setDate(int index, Date value) throws SQLException {
    delegate.setDate(index, value);
    bound(index, value);
  }

  @Override
  public void setTime(int index, Time value) throws SQLException {
    delegate.setTime(index, value);
    bound(index, value);
  }

  @Override
  public void setTimestamp(int index, Timestamp value) throws SQLException {
    delegate.setTimestamp(index, value);
    bound(index, value);
  }

  @Override
  public void setObject(int index, Object value, int type) throws SQLException {
    delegate.setObject(index, value, type);
    bound(index, value);
  }

  @Override
  public void setObject(int index, Object value) throws SQLException {
    delegate.setObject(index, value);
    bound(index, value);
  }

  @Override
  public void setRef(int index, Ref value) throws SQLException {
    delegate.setRef(index, value);
    bound(index, value);
  }

  @Override
  public void setArray(int index, Array value) throws SQLException {
    delegate.setArray(index, value);
    bound(index, value);
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    return delegate.getMetaData();
  }

  @Override
  public void setDate(int index, Date value, Calendar calendar) throws SQLException {
    delegate.setDate(index, value, calendar);
    bound(index, value);
  }

  @Override
  public void setTime(int index, Time value, Calendar calendar) throws SQLException {
    delegate.setTime(index, value, calendar);
    bound(index, value);
  }

  @Override
  public void setTimestamp(int index, Timestamp value, Calendar calendar) throws SQLException {
    delegate.setTimestamp(index, value, calendar);
    bound(index, value);
  }

  @Override
  public void setNull(int index, int type, String typeName) throws SQLException {
    delegate.setNull(index, type, typeName);
    bound(index, null);
  }

  @Override
  public void setURL(int index, URL value) throws SQLException {
    delegate.setURL(index, value);
    bound(index, value);
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    return delegate.getParameterMetaData();
  }

  @Override
  public void setRowId(int index, RowId value) throws SQLException {
    delegate.setRowId(index, value);
    bound(index, value);
  }

  @Override
  public void setNString(int index, String value) throws SQLException {
    delegate.setNString(index, value);
    bound(index, value);
  }

  @Override
  public void setSQLXML(int index, SQLXML value) throws SQLException {
    delegate.setSQLXML(index, value);
    bound(index, value);
  }

  @Override
  public void setObject(int index, Object value, int type, int scale) throws SQLException {
    delegate.setObject(index, value, type, scale);
    bound(index, value);
  }

  @Override
  public void setObject(int index, Object value, SQLType type, int scale) throws SQLException {
    delegate.setObject(index, value, type, scale);
    bound(index, value);
  }

  @Override
  public void setObject(int index, Object value, SQLType type) throws SQLException {
    delegate.setObject(index, value, type);
    bound(index, value);
  }
}
