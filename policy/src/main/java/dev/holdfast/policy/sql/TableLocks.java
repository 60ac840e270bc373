package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.LockTable;
import dev.holdfast.policy.sql.Action.LockTableOf;
import dev.holdfast.policy.sql.Action.Target;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** What follows from locks on whole tables. */
final class TableLocks {

  /** The reasons that decide what else is locked. */
  static final String LOCK = "LOCK TABLE";

  static final String DROP = "DROP";
  static final String PARTITION_OF = "CREATE TABLE … PARTITION OF";
  static final String ATTACH = "ALTER TABLE … ATTACH PARTITION";
  static final String DETACH = "ALTER TABLE … DETACH PARTITION";

  private final Expansion expansion;

  TableLocks(Expansion expansion) {
    this.expansion = expansion;
  }

  void lock(Action action, Context context) {
    if (action instanceof LockTable table) {
      lock(table, context);
    } else if (action instanceof LockTableOf index) {
      ofIndex(index, context);
    }
  }

  private void ofIndex(LockTableOf lock, Context context) {
    Optional<CatalogTable> table = expansion.catalog().tableOfIndex(lock.index());
    if (table.isEmpty()) {
      expansion.doubt("the catalog does not know index " + lock.index());
    } else {
      expansion.lock(
          new Lock(table.get().name(), lock.mode(), Origin.TABLE_LOCK, lock.reason()), context);
    }
  }

  private void lock(LockTable lock, Context context) {
    Optional<CatalogTable> found = expansion.catalog().table(lock.target().table());
    if (found.isEmpty()) {
      return;
    }
    CatalogTable table = found.get();
    if (table.isView() && lock.reason().startsWith(LOCK)) {
      view(lock, table, context);
      return;
    }
    expansion.lock(PlainDerivation.table(lock, table.name()), context);
    if (!lock.target().only()) {
      expansion
          .descendants(table)
          .forEach(t -> expansion.lock(PlainDerivation.table(lock, t.name()), context));
    }
    if (Set.of(PARTITION_OF, ATTACH, DETACH).contains(lock.reason())) {
      partition(table, lock.reason(), context);
    }
    boolean drops = lock.reason().equals(DROP);
    for (TableName other : others(table, lock.cascade(), drops)) {
      expansion.lock(PlainDerivation.table(lock, other), context);
    }
  }

  /** A partition gets its root's foreign keys, in both directions, or loses them. */
  private void partition(CatalogTable root, String reason, Context context) {
    LockMode strong =
        reason.equals(DETACH)
            ? LockMode.TABLE_ACCESS_EXCLUSIVE
            : LockMode.TABLE_SHARE_ROW_EXCLUSIVE;
    for (ForeignKey key : root.foreignKeys()) {
      LockMode mode = LockMode.TABLE_SHARE_ROW_EXCLUSIVE;
      expansion.lock(new Lock(key.referenced(), mode, Origin.TABLE_LOCK, reason), context);
    }
    for (ForeignKey key : expansion.catalog().referring(root.name())) {
      expansion.lock(new Lock(key.table(), strong, Origin.TABLE_LOCK, reason), context);
    }
  }

  private void view(LockTable lock, CatalogTable view, Context context) {
    String step = "lock view " + view.name();
    expansion.lock(PlainDerivation.table(lock, view.name()), context);
    if (context.mayEnter(step)) {
      for (Action.LockRows under : expansion.under(view)) {
        Target base = under.target();
        lock(
            new LockTable(base, lock.mode(), lock.waiting(), false, lock.reason()),
            context.entering(step));
      }
    }
  }

  /** CASCADE reaches the tables that refer to this one; a dropped key locks what it refers to. */
  private Set<TableName> others(CatalogTable table, boolean cascade, boolean drops) {
    Set<TableName> others = new LinkedHashSet<>();
    if (drops) {
      table.foreignKeys().forEach(key -> others.add(key.referenced()));
    }
    if (cascade) {
      referring(table.name(), !drops, others);
    }
    return others;
  }

  private void referring(TableName table, boolean further, Set<TableName> others) {
    for (ForeignKey key : expansion.catalog().referring(table)) {
      if (others.add(key.table()) && further) {
        referring(key.table(), true, others);
      }
    }
  }
}
