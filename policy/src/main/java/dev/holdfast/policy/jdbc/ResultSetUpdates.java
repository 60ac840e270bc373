package dev.holdfast.policy.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** New values of columns by their numbers. */
abstract class ResultSetUpdates extends ResultSetLabels {

  ResultSetUpdates(ResultSet delegate) {
    super(delegate);
  }

  @Override
  public void updateNull(int column) throws SQLException {
    delegate.updateNull(column);
  }

  @Override
  public void updateBoolean(int column, boolean value) throws SQLException {
    delegate.updateBoolean(column, value);
  }

  @Override
  public void updateByte(int column, byte value) throws SQLException {
    delegate.updateByte(column, value);
  }

  @Override
  public void updateShort(int column, short value) throws SQLException {
    delegate.updateShort(column, value);
  }

  @Override
  public void updateInt(int column, int value) throws SQLException {
    delegate.updateInt(column, value);
  }

  @Override
  public void updateLong(int column, long value) throws SQLException {
    delegate.updateLong(column, value);
  }

  @Override
  public void updateFloat(int column, float value) throws SQLException {
    delegate.updateFloat(column, value);
  }

  @Override
  public void updateDouble(int column, double value) throws SQLException {
    delegate.updateDouble(column, value);
  }

  @Override
  public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
    delegate.updateBigDecimal(column, value);
  }

  @Override
  public void updateString(int column, String value) throws SQLException {
    delegate.updateString(column, value);
  }

  @Override
  public void updateBytes(int column, byte[] value) throws SQLException {
    delegate.updateBytes(column, value);
  }

  @Override
  public void updateDate(int column, Date value) throws SQLException {
    delegate.updateDate(column, value);
  }

  @Override
  public void updateTime(int column, Time value) throws SQLException {
    delegate.updateTime(column, value);
  }

  @Override
  public void updateTimestamp(int column, Timestamp value) throws SQLException {
    delegate.updateTimestamp(column, value);
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
    delegate.updateAsciiStream(column, value, length);
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
    delegate.updateBinaryStream(column, value, length);
  }

  @Override
  public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
    delegate.updateCharacterStream(column, value, length);
  }

  @Override
  public void updateObject(int column, Object value, int scale) throws SQLException {
    delegate.updateObject(column, value, scale);
  }

  @Override
  public void updateObject(int column, Object value) throws SQLException {
    delegate.updateObject(column, value);
  }

  @Override
  public void updateRef(int column, Ref value) throws SQLException {
    delegate.updateRef(column, value);
  }

  @Override
  public void updateBlob(int column, Blob value) throws SQLException {
    delegate.updateBlob(column, value);
  }

  @Override
  public void updateClob(int column, Clob value) throws SQLException {
    delegate.updateClob(column, value);
  }

  @Override
  public void updateArray(int column, Array value) throws SQLException {
    delegate.updateArray(column, value);
  }

  @Override
  public void updateRowId(int column, RowId value) throws SQLException {
    delegate.updateRowId(column, value);
  }

  @Override
  public void updateNString(int column, String value) throws SQLException {
    delegate.updateNString(column, value);
  }

  @Override
  public void updateNClob(int column, NClob value) throws SQLException {
    delegate.updateNClob(column, value);
  }

  @Override
  public void updateSQLXML(int column, SQLXML value) throws SQLException {
    delegate.updateSQLXML(column, value);
  }

  @Override
  public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
    delegate.updateNCharacterStream(column, value, length);
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
    delegate.updateAsciiStream(column, value, length);
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
    delegate.updateBinaryStream(column, value, length);
  }

  @Override
  public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
    delegate.updateCharacterStream(column, value, length);
  }

  @Override
  public void updateBlob(int column, InputStream value, long length) throws SQLException {
    delegate.updateBlob(column, value, length);
  }

  @Override
  public void updateClob(int column, Reader value, long length) throws SQLException {
    delegate.updateClob(column, value, length);
  }

  @Override
  public void updateNClob(int column, Reader value, long length) throws SQLException {
    delegate.updateNClob(column, value, length);
  }

  @Override
  public void updateNCharacterStream(int column, Reader value) throws SQLException {
    delegate.updateNCharacterStream(column, value);
  }

  @Override
  public void updateAsciiStream(int column, InputStream value) throws SQLException {
    delegate.updateAsciiStream(column, value);
  }

  @Override
  public void updateBinaryStream(int column, InputStream value) throws SQLException {
    delegate.updateBinaryStream(column, value);
  }

  @Override
  public void updateCharacterStream(int column, Reader value) throws SQLException {
    delegate.updateCharacterStream(column, value);
  }

  @Override
  public void updateBlob(int column, InputStream value) throws SQLException {
    delegate.updateBlob(column, value);
  }

  @Override
  public void updateClob(int column, Reader value) throws SQLException {
    delegate.updateClob(column, value);
  }

  @Override
  public void updateNClob(int column, Reader value) throws SQLException {
    delegate.updateNClob(column, value);
  }

  @Override
  public void updateObject(int column, Object value, SQLType type, int scale) throws SQLException {
    delegate.updateObject(column, value, type, scale);
  }

  @Override
  public void updateObject(int column, Object value, SQLType type) throws SQLException {
    delegate.updateObject(column, value, type);
  }
}
