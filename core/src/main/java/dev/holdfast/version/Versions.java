package dev.holdfast.version;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Rows with versions: a write names the version that it goes on from, and is refused if the row has
 * another one by now. No lock is held between reading and writing. Thread-safe.
 *
 * <pre>{@code
 * VersionedTable applications = holdfast.versions().table("applications", "id");
 * Version next = applications.update(42, 7, Assignments.set("note", "checked"));
 * }</pre>
 */
public final class Versions {

  private final DataSource dataSource;

  public Versions(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * A table with its key, and its version in {@code row_version}. Names are taken as they stand in
   * the catalog; a table may carry its schema before a dot.
   */
  public VersionedTable table(String table, String key, String... moreKeyColumns) {
    List<String> keys = new ArrayList<>(List.of(moreKeyColumns));
    keys.add(0, key);
    return VersionedTable.of(dataSource, TableShape.of(table, keys));
  }
}
