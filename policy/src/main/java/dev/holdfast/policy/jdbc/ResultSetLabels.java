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

/** The columns of a row by their labels. */
abstract class ResultSetLabels extends ResultSetColumns {

  ResultSetLabels(ResultSet delegate) {
    super(delegate);
  }

  @Override
  public String getString(String label) throws SQLException {
    return delegate.getString(label);
  }

  @Override
  public boolean getBoolean(String label) throws SQLException {
    return delegate.getBoolean(label);
  }

  @Override
  public byte getByte(String label) throws SQLException {
    return delegate.getByte(label);
  }

  @Override
  public short getShort(String label) throws SQLException {
    return delegate.getShort(label);
  }

  @Override
  public int getInt(String label) throws SQLException {
    return delegate.getInt(label);
  }

  @Override
  public long getLong(String label) throws SQLException {
    return delegate.getLong(label);
  }

  @Override
  public float getFloat(String label) throws SQLException {
    return delegate.getFloat(label);
  }

  @Override
  public double getDouble(String label) throws SQLException {
    return delegate.getDouble(label);
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return delegate.getBigDecimal(label, scale);
  }

  @Override
  public byte[] getBytes(String label) throws SQLException {
    return delegate.getBytes(label);
  }

  @Override
  public Date getDate(String label) throws SQLException {
    return delegate.getDate(label);
  }

  @Override
  public Time getTime(String label) throws SQLException {
    return delegate.getTime(label);
  }

  @Override
  public Timestamp getTimestamp(String label) throws SQLException {
    return delegate.getTimestamp(label);
  }

  @Override
  public InputStream getAsciiStream(String label) throws SQLException {
    return delegate.getAsciiStream(label);
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public InputStream getUnicodeStream(String label) throws SQLException {
    return delegate.getUnicodeStream(label);
  }

  @Override
  public InputStream getBinaryStream(String label) throws SQLException {
    return delegate.getBinaryStream(label);
  }

  @Override
  public Object getObject(String label) throws SQLException {
    return delegate.getObject(label);
  }

  @Override
  public Reader getCharacterStream(String label) throws SQLException {
    return delegate.getCharacterStream(label);
  }

  @Override
  public BigDecimal getBigDecimal(String label) throws SQLException {
    return delegate.getBigDecimal(label);
  }

  @Override
  public Object getObject(String label, Map<String, Class<?>> type) throws SQLException {
    return delegate.getObject(label, type);
  }

  @Override
  public Ref getRef(String label) throws SQLException {
    return delegate.getRef(label);
  }

  @Override
  public Blob getBlob(String label) throws SQLException {
    return delegate.getBlob(label);
  }

  @Override
  public Clob getClob(String label) throws SQLException {
    return delegate.getClob(label);
  }

  @Override
  public Array getArray(String label) throws SQLException {
    return delegate.getArray(label);
  }

  @Override
  public Date getDate(String label, Calendar calendar) throws SQLException {
    return delegate.getDate(label, calendar);
  }

  @Override
  public Time getTime(String label, Calendar calendar) throws SQLException {
    return delegate.getTime(label, calendar);
  }

  @Override
  public Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
    return delegate.getTimestamp(label, calendar);
  }

  @Override
  public URL getURL(String label) throws SQLException {
    return delegate.getURL(label);
  }

  @Override
  public RowId getRowId(String label) throws SQLException {
    return delegate.getRowId(label);
  }

  @Override
  public NClob getNClob(String label) throws SQLException {
    return delegate.getNClob(label);
  }

  @Override
  public SQLXML getSQLXML(String label) throws SQLException {
    return delegate.getSQLXML(label);
  }

  @Override
  public String getNString(String label) throws SQLException {
    return delegate.getNString(label);
  }

  @Override
  public Reader getNCharacterStream(String label) throws SQLException {
    return delegate.getNCharacterStream(label);
  }

  @Override
  public <T> T getObject(String label, Class<T> type) throws SQLException {
    return delegate.getObject(label, type);
  }
}
