package dev.holdfast.policy.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Parameters that are read from a stream: handed on; what is kept of them is the stream. */
abstract class DelegatingStreams<S extends PreparedStatement> extends ObservedStatement<S>
    implements PreparedStatement {

  DelegatingStreams(S delegate, Session session, Connection connection) {
    super(delegate, session, connection);
  }

  abstract void bound(int index, @Nullable Object value);

  @Override
  public void setAsciiStream(int index, InputStream value, int length) throws SQLException {
    delegate.setAsciiStream(index, value, length);
    bound(index, value);
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
    delegate.setUnicodeStream(index, value, length);
    bound(index, value);
  }

  @Override
  public void setBinaryStream(int index, InputStream value, int length) throws SQLException {
    delegate.setBinaryStream(index, value, length);
    bound(index, value);
  }

  @Override
  public void setCharacterStream(int index, Reader value, int length) throws SQLException {
    delegate.setCharacterStream(index, value, length);
    bound(index, value);
  }

  @Override
  public void setBlob(int index, Blob value) throws SQLException {
    delegate.setBlob(index, value);
    bound(index, value);
  }

  @Override
  public void setClob(int index, Clob value) throws SQLException {
    delegate.setClob(index, value);
    bound(index, value);
  }

  @Override
  public void setNCharacterStream(int index, Reader value, long length) throws SQLException {
    delegate.setNCharacterStream(index, value, length);
    bound(index, value);
  }

  @Override
  public void setNClob(int index, NClob value) throws SQLException {
    delegate.setNClob(index, value);
    bound(index, value);
  }

  @Override
  public void setClob(int index, Reader value, long length) throws SQLException {
    delegate.setClob(index, value, length);
    bound(index, value);
  }

  @Override
  public void setBlob(int index, InputStream value, long length) throws SQLException {
    delegate.setBlob(index, value, length);
    bound(index, value);
  }

  @Override
  public void setNClob(int index, Reader value, long length) throws SQLException {
    delegate.setNClob(index, value, length);
    bound(index, value);
  }

  @Override
  public void setAsciiStream(int index, InputStream value, long length) throws SQLException {
    delegate.setAsciiStream(index, value, length);
    bound(index, value);
  }

  @Override
  public void setBinaryStream(int index, InputStream value, long length) throws SQLException {
    delegate.setBinaryStream(index, value, length);
    bound(index, value);
  }

  @Override
  public void setCharacterStream(int index, Reader value, long length) throws SQLException {
    delegate.setCharacterStream(index, value, length);
    bound(index, value);
  }

  @Override
  public void setAsciiStream(int index, InputStream value) throws SQLException {
    delegate.setAsciiStream(index, value);
    bound(index, value);
  }

  @Override
  public void setBinaryStream(int index, InputStream value) throws SQLException {
    delegate.setBinaryStream(index, value);
    bound(index, value);
  }

  @Override
  public void setCharacterStream(int index, Reader value) throws SQLException {
    delegate.setCharacterStream(index, value);
    bound(index, value);
  }

  @Override
  public void setNCharacterStream(int index, Reader value) throws SQLException {
    delegate.setNCharacterStream(index, value);
    bound(index, value);
  }

  @Override
  public void setClob(int index, Reader value) throws SQLException {
    delegate.setClob(index, value);
    bound(index, value);
  }

  @Override
  public void setBlob(int index, InputStream value) throws SQLException {
    delegate.setBlob(index, value);
    bound(index, value);
  }

  @Override
  public void setNClob(int index, Reader value) throws SQLException {
    delegate.setNClob(index, value);
    bound(index, value);
  }
}
