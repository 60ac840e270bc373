package dev.holdfast.policy.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** The columns of a row by their numbers. */
abstract class ResultSetColumns extends ResultSetCursor {

  ResultSetColumns(ResultSet delegate) {
    super(delegate);
  }

  @Override
  public String getString(int column) throws SQLException {
    return delegate.getString(column);
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    return delegate.getBoolean(column);
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return delegate.getByte(column);
  }

  @Override
  public short getShort(int column) throws SQLException {
    return delegate.getShort(column);
  }

  @Override
  public int getInt(int column) throws SQLException {
    return delegate.getInt(column);
  }

  @Override
  public long getLong(int column) throws SQLException {
    return delegate.getLong(column);
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return delegate.getFloat(column);
  }

  @Override
  public double getDouble(int column) throws SQLException {
    return delegate.getDouble(column);
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    return delegate.getBigDecimal(column, scale);
  }

  @Override
  public byte[] getBytes(int column) throws SQLException {
    return delegate.getBytes(column);
  }

  @Override
  public Date getDate(int column) throws SQLException {
    return delegate.getDate(column);
  }

  @Override
  public Time getTime(int column) throws SQLException {
    return delegate.getTime(column);
  }

  @Override
  public Timestamp getTimestamp(int column) throws SQLException {
    return delegate.getTimestamp(column);
  }

  @Override
  public InputStream getAsciiStream(int column) throws SQLException {
    return delegate.getAsciiStream(column);
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public InputStream getUnicodeStream(int column) throws SQLException {
    return delegate.getUnicodeStream(column);
  }

  @Override
  public InputStream getBinaryStream(int column) throws SQLException {
    return delegate.getBinaryStream(column);
  }

  @Override
  public Object getObject(int column) throws SQLException {
    return delegate.getObject(column);
  }

  @Override
  public Reader getCharacterStream(int column) throws SQLException {
    return delegate.getCharacterStream(column);
  }

  @Override
  public BigDecimal getBigDecimal(int column) throws SQLException {
    return delegate.getBigDecimal(column);
  }

  @Override
  public Object getObject(int column, Map<String, Class<?>> type) throws SQLException {
    return delegate.getObject(column, type);
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    return delegate.getRef(column);
  }

  @Override
  public Blob getBlob(int column) throws SQLException {
    return delegate.getBlob(column);
  }

  @Override
  public Clob getClob(int column) throws SQLException {
    return delegate.getClob(column);
  }

  @Override
  public Array getArray(int column) throws SQLException {
    return delegate.getArray(column);
  }

  @Override
  public Date getDate(int column, Calendar calendar) throws SQLException {
    return delegate.getDate(column, calendar);
  }

  @Override
  public Time getTime(int column, Calendar calendar) throws SQLException {
    return delegate.getTime(column, calendar);
  }

  @Override
  public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
    return delegate.getTimestamp(column, calendar);
  }

  @Override
  public URL getURL(int column) throws SQLException {
    return delegate.getURL(column);
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    return delegate.getRowId(column);
  }

  @Override
  public NClob getNClob(int column) throws SQLException {
    return delegate.getNClob(column);
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    return delegate.getSQLXML(column);
  }

  @Override
  public String getNString(int column) throws SQLException {
    return delegate.getNString(column);
  }

  @Override
  public Reader getNCharacterStream(int column) throws SQLException {
    return delegate.getNCharacterStream(column);
  }

  @Override
  public <T> T getObject(int column, Class<T> type) throws SQLException {
    return delegate.getObject(column, type);
  }
}
