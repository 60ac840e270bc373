package dev.holdfast.testkit.lockorder;

import dev.holdfast.policy.graph.LockRecorder;
import dev.holdfast.policy.sql.Catalog;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source under observation, and the catalog of its database as it was last seen. */
final class Source {

  private final DataSource plain;
  private final LockRecorder recorder = new LockRecorder();
  private final DataSource observed;
  private @Nullable Catalog catalog;

  Source(DataSource plain) {
    this.plain = plain;
    this.observed = recorder.observe(plain);
  }

  DataSource plain() {
    return plain;
  }

  DataSource observed() {
    return observed;
  }

  LockRecorder recorder() {
    return recorder;
  }

  /** Null if the database could never be reached. */
  synchronized @Nullable Catalog catalog() {
    return catalog;
  }

  /** Whether the database answers; if not, what was read before stays. */
  synchronized boolean look() {
    try (Connection connection = plain.getConnection()) {
      catalog = Catalog.read(connection);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }
}
