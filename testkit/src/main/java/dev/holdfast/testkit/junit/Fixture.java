package dev.holdfast.testkit.junit;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.lockorder.LockOrder;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What one test was given. */
final class Fixture implements AutoCloseable {
  private final Leftovers leftovers = new Leftovers();
  private final TestDatabase database;
  private final DataSource dataSource;
  private @Nullable Holdfast holdfast;

  Fixture(Template template) {
    this.database = template.copy();
    this.dataSource = LockOrder.observe(database.dataSource());
  }

  TestDatabase database() {
    return database;
  }

  DataSource dataSource() {
    return dataSource;
  }

  synchronized Holdfast holdfast() {
    if (holdfast == null) {
      holdfast = open();
    }
    return holdfast;
  }

  private Holdfast open() {
    HoldfastSettings settings = HoldfastSettings.defaults();
    return Holdfast.on(
        database.dataSource(), settings.withSchemaMode(HoldfastSettings.SchemaMode.VALIDATE));
  }

  /** What the test left: leases first, as closing gives back those of the given Holdfast. */
  synchronized List<String> closeAndLook() {
    List<String> found = new ArrayList<>();
    // An instance of its own: the given one may be closed by the test, or never have been asked
    // for.
    try (Holdfast look = open()) {
      found.addAll(Leftovers.leases(look));
    }
    closeHoldfast();
    found.addAll(leftovers.threads());
    return found;
  }

  private void closeHoldfast() {
    if (holdfast != null) {
      holdfast.close();
    }
  }

  @Override
  public synchronized void close() {
    try {
      closeHoldfast();
      LockOrder.leave(dataSource);
    } finally {
      database.close();
    }
  }
}
