package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Assignment;
import dev.holdfast.policy.sql.Action.Delete;
import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.Action.Update;
import dev.holdfast.policy.sql.Action.Value;
import dev.holdfast.policy.sql.CatalogTable.Index;
import dev.holdfast.policy.sql.Firing.After;
import dev.holdfast.policy.sql.Firing.Event;
import dev.holdfast.policy.sql.Trigger.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What follows from an UPDATE or a DELETE. */
final class Changes {

  private final Expansion expansion;
  private final Firing firing;
  private final Keys keys;
  private final Referring referring;

  Changes(Expansion expansion) {
    this.expansion = expansion;
    this.firing = new Firing(expansion);
    this.keys = new Keys(expansion);
    this.referring = new Referring(expansion);
  }

  void delete(Delete delete, Context context) {
    expansion.onRows(
        delete.target(),
        context,
        table -> {
          String step = "delete from " + table.name();
          if (context.mayEnter(step)) {
            delete(delete, table, context.entering(step));
          }
        },
        view -> deleteThrough(view, delete, context));
  }

  private void delete(Delete delete, CatalogTable table, Context context) {
    rules(table);
    firing.fire(table, Timing.BEFORE, false, Event.DELETE, context);
    Lock lock = new Lock(Expansion.rowsOf(table), LockMode.UPDATE, Origin.DML, "DELETE");
    expansion.lock(lock.withRows(Expansion.rows(delete.pick(), table)), context);
    firing.fire(table, Timing.BEFORE, true, Event.DELETE, context);
    firing.after(table, Event.DELETE, referring.onDelete(table, context), context);
  }

  void update(Update update, Context context) {
    expansion.onRows(
        update.target(),
        context,
        table -> {
          String step = "update " + table.name() + columns(update.set());
          if (context.mayEnter(step)) {
            update(update, table, context.entering(step));
          }
        },
        view -> updateThrough(view, update, context));
  }

  private void update(Update update, CatalogTable table, Context context) {
    rules(table);
    Event event = new Event("update", columns(update.set()));
    firing.fire(table, Timing.BEFORE, false, event, context);
    boolean early = Firing.has(table, Timing.BEFORE, true, event);
    Set<String> changed = early ? columns(update.set()) : changed(update.set());
    Lock lock = lock(table, changed, "UPDATE");
    expansion.lock(lock.withRows(Expansion.rows(update.pick(), table)), context);
    Rows rows = Expansion.rows(update.pick(), table);
    follow(table, update.set(), rows, context);
  }

  /** ON CONFLICT DO UPDATE locks by the columns that it names, whether or not they change. */
  void onConflict(Target target, CatalogTable table, List<Assignment> set, Context context) {
    String reason = "ON CONFLICT DO UPDATE";
    expansion.lock(lock(table, columns(set), reason).withRows(Rows.KEY), context);
    follow(table, set, Rows.KEY, context);
  }

  private static Lock lock(CatalogTable table, Set<String> columns, String what) {
    Set<String> key = table.keyColumns();
    boolean moves = table.partitionColumns().stream().anyMatch(columns::contains);
    List<String> touched = columns.stream().filter(key::contains).sorted().toList();
    boolean strong = moves || !touched.isEmpty();
    String reason =
        !touched.isEmpty()
            ? what + " of key column " + String.join(", ", touched)
            : what + (moves ? " of the partition key" : "");
    return new Lock(
        Expansion.rowsOf(table),
        strong ? LockMode.UPDATE : LockMode.NO_KEY_UPDATE,
        Origin.DML,
        reason);
  }

  /** What comes after the lock on the row: triggers, unique indexes, foreign keys. */
  private void follow(CatalogTable table, List<Assignment> set, Rows rows, Context context) {
    Event event = new Event("update", columns(set));
    firing.fire(table, Timing.BEFORE, true, event, context);
    Set<String> changed = changed(set);
    Set<String> nulls =
        set.stream()
            .filter(a -> a.value() == Value.NULL)
            .map(Assignment::column)
            .collect(Collectors.toSet());
    for (Index index : table.indexes()) {
      boolean touched = index.touched().stream().anyMatch(changed::contains);
      if (index.excludes() && touched && index.columns().stream().noneMatch(nulls::contains)) {
        keys.unique(table, index, rows, context);
      }
    }
    // a row that moves to another partition is inserted there: all its keys are checked again
    boolean moves = table.partitionColumns().stream().anyMatch(changed::contains);
    List<After> afters = new ArrayList<>(referring.onUpdate(table, changed, context));
    for (ForeignKey key : table.foreignKeys()) {
      boolean touched = moves || key.columns().stream().anyMatch(changed::contains);
      boolean none =
          key.matchFull()
              ? nulls.containsAll(key.columns())
              : key.columns().stream().anyMatch(nulls::contains);
      if (touched && !none) {
        afters.add(new After(key.trigger("update_trigger"), () -> keys.check(key, rows, context)));
      }
    }
    firing.after(table, event, afters, context);
  }

  /** A view: its INSTEAD OF triggers, or else the table under it. */
  private void deleteThrough(CatalogTable view, Delete delete, Context context) {
    if (Firing.has(view, Timing.INSTEAD, true, Event.DELETE)) {
      firing.fire(view, Timing.INSTEAD, true, Event.DELETE, context);
      return;
    }
    for (Action.LockRows base : expansion.under(view)) {
      delete(new Delete(base.target(), delete.pick()), context);
    }
  }

  private void updateThrough(CatalogTable view, Update update, Context context) {
    Event event = new Event("update", columns(update.set()));
    if (Firing.has(view, Timing.INSTEAD, true, event)) {
      firing.fire(view, Timing.INSTEAD, true, event, context);
      return;
    }
    List<Assignment> set =
        update.set().stream()
            .map(a -> new Assignment(expansion.columnUnder(view, a.column()), a.value()))
            .toList();
    for (Action.LockRows base : expansion.under(view)) {
      update(new Update(base.target(), set, update.pick()), context);
    }
  }

  private void rules(CatalogTable table) {
    if (table.hasRules()) {
      expansion.doubt("table " + table.shortName() + " has rules: they rewrite statements");
    }
  }

  private static Set<String> columns(List<Assignment> set) {
    return set.stream().map(Assignment::column).collect(Collectors.toSet());
  }

  private static Set<String> changed(List<Assignment> set) {
    return set.stream()
        .filter(a -> a.value() != Value.SAME)
        .map(Assignment::column)
        .collect(Collectors.toSet());
  }
}
