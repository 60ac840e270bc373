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

/** New values of columns by their labels. */
abstract class ResultSetLabelUpdates extends ResultSetUpdates {

  ResultSetLabelUpdates(ResultSet delegate) {
    super(delegate);
  }

  @Override
  public void updateNull(String label) throws SQLException {
    delegate.updateNull(label);
  }

  @Override
  public void updateBoolean(String label, boolean value) throws SQLException {
    delegate.updateBoolean(label, value);
  }

  @Override
  public void updateByte(String label, byte value) throws SQLException {
    delegate.updateByte(label, value);
  }

  @Override
  public void updateShort(String label, short value) throws SQLException {
    delegate.updateShort(label, value);
  }

  @Override
  public void updateInt(String label, int value) throws SQLException {
    delegate.updateInt(label, value);
  }

  @Override
  public void updateLong(String label, long value) throws SQLException {
    delegate.updateLong(label, value);
  }

  @Override
  public void updateFloat(String label, float value) throws SQLException {
    delegate.updateFloat(label, value);
  }

  @Override
  public void updateDouble(String label, double value) throws SQLException {
    delegate.updateDouble(label, value);
  }

  @Override
  public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
    delegate.updateBigDecimal(label, value);
  }

  @Override
  public void updateString(String label, String value) throws SQLException {
    delegate.updateString(label, value);
  }

  @Override
  public void updateBytes(String label, byte[] value) throws SQLException {
    delegate.updateBytes(label, value);
  }

  @Override
  public void updateDate(String label, Date value) throws SQLException {
    delegate.updateDate(label, value);
  }

  @Override
  public void updateTime(String label, Time value) throws SQLException {
    delegate.updateTime(label, value);
  }

  @Override
  public void updateTimestamp(String label, Timestamp value) throws SQLException {
    delegate.updateTimestamp(label, value);
  }

  @Override
  public void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
    delegate.updateAsciiStream(label, value, length);
  }

  @Override
  public void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
    delegate.updateBinaryStream(label, value, length);
  }

  @Override
  public void updateCharacterStream(String label, Reader value, int length) throws SQLException {
    delegate.updateCharacterStream(label, value, length);
  }

  @Override
  public void updateObject(String label, Object value, int scale) throws SQLException {
    delegate.updateObject(label, value, scale);
  }

  @Override
  public void updateObject(String label, Object value) throws SQLException {
    delegate.updateObject(label, value);
  }

  @Override
  public void updateRef(String label, Ref value) throws SQLException {
    delegate.updateRef(label, value);
  }

  @Override
  public void updateBlob(String label, Blob value) throws SQLException {
    delegate.updateBlob(label, value);
  }

  @Override
  public void updateClob(String label, Clob value) throws SQLException {
    delegate.updateClob(label, value);
  }

  @Override
  public void updateArray(String label, Array value) throws SQLException {
    delegate.updateArray(label, value);
  }

  @Override
  public void updateRowId(String label, RowId value) throws SQLException {
    delegate.updateRowId(label, value);
  }

  @Override
  public void updateNString(String label, String value) throws SQLException {
    delegate.updateNString(label, value);
  }

  @Override
  public void updateNClob(String label, NClob value) throws SQLException {
    delegate.updateNClob(label, value);
  }

  @Override
  public void updateSQLXML(String label, SQLXML value) throws SQLException {
    delegate.updateSQLXML(label, value);
  }

  @Override
  public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
    delegate.updateNCharacterStream(label, value, length);
  }

  @Override
  public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
    delegate.updateAsciiStream(label, value, length);
  }

  @Override
  public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
    delegate.updateBinaryStream(label, value, length);
  }

  @Override
  public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
    delegate.updateCharacterStream(label, value, length);
  }

  @Override
  public void updateBlob(String label, InputStream value, long length) throws SQLException {
    delegate.updateBlob(label, value, length);
  }

  @Override
  public void updateClob(String label, Reader value, long length) throws SQLException {
    delegate.updateClob(label, value, length);
  }

  @Override
  public void updateNClob(String label, Reader value, long length) throws SQLException {
    delegate.updateNClob(label, value, length);
  }

  @Override
  public void updateNCharacterStream(String label, Reader value) throws SQLException {
    delegate.updateNCharacterStream(label, value);
  }

  @Override
  public void updateAsciiStream(String label, InputStream value) throws SQLException {
    delegate.updateAsciiStream(label, value);
  }

  @Override
  public void updateBinaryStream(String label, InputStream value) throws SQLException {
    delegate.updateBinaryStream(label, value);
  }

  @Override
  public void updateCharacterStream(String label, Reader value) throws SQLException {
    delegate.updateCharacterStream(label, value);
  }

  @Override
  public void updateBlob(String label, InputStream value) throws SQLException {
    delegate.updateBlob(label, value);
  }

  @Override
  public void updateClob(String label, Reader value) throws SQLException {
    delegate.updateClob(label, value);
  }

  @Override
  public void updateNClob(String label, Reader value) throws SQLException {
    delegate.updateNClob(label, value);
  }

  @Override
  public void updateObject(String label, Object value, SQLType type, int scale)
      throws SQLException {
    delegate.updateObject(label, value, type, scale);
  }

  @Override
  public void updateObject(String label, Object value, SQLType type) throws SQLException {
    delegate.updateObject(label, value, type);
  }
}
