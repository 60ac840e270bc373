package dev.holdfast.policy.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/** Stands before a driver's or a pool's object. {@code unwrap} gives itself where that will do. */
abstract class Delegating<T extends Wrapper> implements Wrapper {

  final T delegate;

  Delegating(T delegate) {
    this.delegate = delegate;
  }

  @Override
  public <W> W unwrap(Class<W> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    return type.isInstance(delegate) ? type.cast(delegate) : delegate.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || type.isInstance(delegate) || delegate.isWrapperFor(type);
  }

  @Override
  public String toString() {
    return delegate.toString();
  }
}
