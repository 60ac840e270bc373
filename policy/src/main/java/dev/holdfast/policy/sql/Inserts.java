package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Insert;
import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.Action.Value;
import dev.holdfast.policy.sql.CatalogTable.Column;
import dev.holdfast.policy.sql.CatalogTable.Index;
import dev.holdfast.policy.sql.Firing.After;
import dev.holdfast.policy.sql.Firing.Event;
import dev.holdfast.policy.sql.Trigger.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What follows from an INSERT. */
final class Inserts {

  private final Expansion expansion;
  private final Firing firing;
  private final Keys keys;

  Inserts(Expansion expansion) {
    this.expansion = expansion;
    this.firing = new Firing(expansion);
    this.keys = new Keys(expansion);
  }

  void insert(Insert insert, Context context) {
    Optional<CatalogTable> found = expansion.catalog().table(insert.table());
    if (found.isEmpty()) {
      return;
    }
    CatalogTable table = expansion.catalog().forRows(found.get());
    if (table.hasRules()) {
      expansion.doubt("table " + table.shortName() + " has rules: they rewrite statements");
    }
    String step = "insert into " + table.name();
    if (!context.mayEnter(step)) {
      return;
    }
    if (table.isView()) {
      view(insert, table, context.entering(step));
    } else {
      insert(insert, table, context.entering(step));
    }
  }

  private void view(Insert insert, CatalogTable view, Context context) {
    if (Firing.has(view, Timing.INSTEAD, true, Event.INSERT)) {
      firing.fire(view, Timing.INSTEAD, true, Event.INSERT, context);
      return;
    }
    for (Action.LockRows under : expansion.under(view)) {
      insert(
          new Insert(
              under.target().table(),
              insert.columns().stream().map(c -> expansion.columnUnder(view, c)).toList(),
              insert.values(),
              insert.several(),
              insert.conflict()),
          context);
    }
  }

  private void insert(Insert insert, CatalogTable table, Context context) {
    expansion.inserted(Expansion.rowsOf(table));
    firing.fire(table, Timing.BEFORE, false, Event.INSERT, context);
    firing.fire(table, Timing.BEFORE, true, Event.INSERT, context);
    Rows rows = insert.several() ? Rows.SEVERAL : Rows.ONE;
    for (Index index : table.indexes()) {
      if (index.excludes() && brings(insert, table, index)) {
        keys.unique(table, index, rows, context);
      }
    }
    if (PlainDerivation.updates(insert.conflict())) {
      Target target = new Target(table.name(), true);
      expansion.changes().onConflict(target, table, insert.conflict().update(), context);
    }
    List<After> checks = new ArrayList<>();
    for (ForeignKey key : table.foreignKeys()) {
      if (checked(insert, table, key)) {
        checks.add(new After(key.trigger("insert_trigger"), () -> keys.check(key, rows, context)));
      }
    }
    firing.after(table, Event.INSERT, checks, context);
  }

  /** Whether it may bring a value that another transaction brings too: none that is generated. */
  private static boolean brings(Insert insert, CatalogTable table, Index index) {
    for (String name : index.columns()) {
      Column column = table.column(name);
      Value value = value(insert, table, name);
      boolean isNull = value == Value.NULL || (value == Value.DEFAULT && !hasDefault(column));
      boolean generated = value == Value.DEFAULT && column != null && column.generated();
      if (isNull || generated) {
        return false;
      }
    }
    return true;
  }

  /** A key with a NULL in it refers to nothing; MATCH FULL: only if all are. */
  private static boolean checked(Insert insert, CatalogTable table, ForeignKey key) {
    List<Boolean> nulls = new ArrayList<>();
    for (String name : key.columns()) {
      Value value = value(insert, table, name);
      nulls.add(value == Value.NULL || (value == Value.DEFAULT && !hasDefault(table.column(name))));
    }
    return key.matchFull() ? nulls.contains(false) : !nulls.contains(true);
  }

  private static boolean hasDefault(@Nullable Column column) {
    return column != null && (column.hasDefault() || column.generated());
  }

  /** What is inserted into a column: one that is not named has its default. */
  private static Value value(Insert insert, CatalogTable table, String column) {
    List<String> columns =
        insert.columns().isEmpty()
            ? table.columns().stream().map(Column::name).toList()
            : insert.columns();
    int place = columns.indexOf(column);
    if (place < 0) {
      return Value.DEFAULT;
    }
    if (!insert.values().isEmpty() && place >= insert.values().size()) {
      return Value.DEFAULT;
    }
    return insert.values().isEmpty() ? Value.OTHER : insert.values().get(place);
  }
}
