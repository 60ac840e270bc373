package dev.holdfast.lease;

import dev.holdfast.support.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/** Connects as a server behind a dead wire does: accepted, then silence until a latch opens. */
final class BlockingDataSource extends PGSimpleDataSource {

  static final AtomicInteger stuck = new AtomicInteger();
  private static final long serialVersionUID = 1L;

  private final transient AtomicBoolean silent;
  private final transient CountDownLatch never;

  BlockingDataSource(PGSimpleDataSource target, AtomicBoolean silent, CountDownLatch never) {
    setUrl(target.getUrl());
    setUser(target.getUser());
    setPassword(target.getPassword());
    this.silent = silent;
    this.never = never;
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (silent.get()) {
      stuck.incrementAndGet();
      Await.signal("the end of the test", never);
    }
    return super.getConnection();
  }
}
