package dev.holdfast.bench.peer;

import java.sql.SQLException;

/** A client of a lock service, as an application has one of it a process. */
public interface Locks extends AutoCloseable {

  /** How long a caller waits at most: longer than any round. */
  int PATIENCE_SECONDS = 30;

  /** A handle for one caller; callers of the same key exclude each other. */
  KeyLock on(String key) throws Exception;

  @Override
  void close() throws SQLException;
}
