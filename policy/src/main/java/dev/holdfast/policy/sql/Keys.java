package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.CatalogTable.Index;
import dev.holdfast.policy.sql.Lock.When;

/** Locks that unique indexes and foreign keys cause on a written row. */
final class Keys {

  private final Expansion expansion;

  Keys(Expansion expansion) {
    this.expansion = expansion;
  }

  /** A new entry of a unique index. */
  void unique(CatalogTable table, Index index, Rows rows, Context context) {
    Lock lock =
        new Lock(
            Expansion.rowsOf(table),
            LockMode.UNIQUE_VALUE,
            Origin.UNIQUE_WAIT,
            "unique index " + index.name().name() + " of " + table.shortName());
    When when = index.deferred() ? When.AT_COMMIT : When.NOW;
    expansion.lock(lock.withWhen(when).withRows(rows), context);
  }

  /** A foreign key looks at its parent row. */
  void check(ForeignKey key, Rows rows, Context context) {
    String parent =
        expansion
            .catalog()
            .table(key.referenced())
            .map(CatalogTable::shortName)
            .orElse(key.referenced().toString());
    Lock lock =
        new Lock(
            expansion
                .catalog()
                .table(key.referenced())
                .map(Expansion::rowsOf)
                .orElse(key.referenced()),
            LockMode.KEY_SHARE,
            Origin.FOREIGN_KEY,
            "FK " + key.name() + " → " + parent);
    When when = key.deferred() ? When.AT_COMMIT : When.NOW;
    expansion.lock(lock.withWhen(when).withRows(rows), context);
  }
}
