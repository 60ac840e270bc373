package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.Pick;
import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gathers the locks of one statement; bounded, because triggers may lead in circles. */
final class Expansion {

  private static final int MOST_LOCKS = 1_000;

  private final CatalogDerivation derivation;
  private final Catalog catalog;
  private final Set<Lock> locks = new LinkedHashSet<>();
  private final Set<String> doubts = new LinkedHashSet<>();
  private final Set<TableName> inserts = new LinkedHashSet<>();
  private final AfterQueue queue = new AfterQueue();
  private final Inserts insertions = new Inserts(this);
  private final Changes changes = new Changes(this);
  private final TableLocks tableLocks = new TableLocks(this);

  Expansion(CatalogDerivation derivation) {
    this.derivation = derivation;
    this.catalog = derivation.catalog();
  }

  Catalog catalog() {
    return catalog;
  }

  AfterQueue queue() {
    return queue;
  }

  Changes changes() {
    return changes;
  }

  StatementLocks result(Kind kind) {
    return new StatementLocks(kind, List.copyOf(locks), List.copyOf(doubts), List.copyOf(inserts));
  }

  void doubt(String doubt) {
    doubts.add(doubt);
  }

  void lock(Lock lock, Context context) {
    if (locks.size() < MOST_LOCKS) {
      locks.add(context.explain(lock));
    } else {
      doubt("more than " + MOST_LOCKS + " locks");
    }
  }

  void inserted(TableName table) {
    inserts.add(table);
  }

  void run(List<Action> actions, Context context) {
    for (Action action : actions) {
      run(action, context);
    }
  }

  private void run(Action action, Context context) {
    TableName table = target(action);
    if (table != null && catalog.table(table).isEmpty()) {
      unknown(action, table, context);
    } else if (action instanceof Action.LockRows rows) {
      lockRows(rows, context);
    } else if (action instanceof Action.Insert insert) {
      insertions.insert(insert, context);
    } else if (action instanceof Action.Update update) {
      changes.update(update, context);
    } else if (action instanceof Action.Delete delete) {
      changes.delete(delete, context);
    } else if (action instanceof Action.Call call) {
      call(call, context);
    } else if (action instanceof Action.Read read) {
      read(read, context);
    } else {
      tableLocks.lock(action, context);
    }
  }

  private void lockRows(Action.LockRows rows, Context context) {
    onRows(
        rows.target(),
        context,
        table -> lock(explicit(rows, table), context),
        view -> {
          for (Action.LockRows base : under(view)) {
            lockRows(
                new Action.LockRows(base.target(), rows.mode(), rows.waiting(), rows.pick()),
                context);
          }
        });
  }

  private static Lock explicit(Action.LockRows rows, CatalogTable table) {
    return PlainDerivation.explicit(rows, rowsOf(table)).withRows(rows(rows.pick(), table));
  }

  /**
   * Does something on the rows of a table and of those that inherit from it; or, if it is a view,
   * on what lies under it.
   */
  void onRows(
      Target target,
      Context context,
      Consumer<CatalogTable> onTable,
      Consumer<CatalogTable> onView) {
    Optional<CatalogTable> found = catalog.table(target.table());
    if (found.isEmpty()) {
      return;
    }
    CatalogTable table = found.get();
    if (table.isView()) {
      onView.accept(table);
      return;
    }
    onTable.accept(catalog.forRows(table));
    if (!target.only()) {
      descendants(table).forEach(onTable);
    }
  }

  /** A view's column under the name that it has in the table below. */
  String columnUnder(CatalogTable view, String column) {
    return derivation.columns(view).getOrDefault(column, column);
  }

  /** The tables that a lock on a view's rows reaches. */
  List<Action.LockRows> under(CatalogTable view) {
    List<Action.LockRows> under = new ArrayList<>();
    Reading reading = derivation.throughView(view);
    reading.doubts().forEach(d -> doubt("view " + view.shortName() + ": " + d));
    for (Action action : reading.actions()) {
      if (action instanceof Action.LockRows rows) {
        under.add(rows);
      }
    }
    return under;
  }

  /** All tables that inherit from this one, at whatever distance; partitions do not count. */
  List<CatalogTable> descendants(CatalogTable table) {
    Set<CatalogTable> all = new LinkedHashSet<>();
    List<CatalogTable> next = catalog.children(table.name());
    while (!next.isEmpty()) {
      next = next.stream().filter(all::add).toList();
      next = next.stream().flatMap(t -> catalog.children(t.name()).stream()).toList();
    }
    return List.copyOf(all);
  }

  /**
   * A table that the catalog does not know is a doubt, unless it is PostgreSQL's own or Holdfast's,
   * whose schema is often made after the catalog was read.
   */
  private void unknown(Action action, TableName table, Context context) {
    boolean system = "pg_catalog".equals(table.schema()) || table.name().startsWith("pg_");
    if (!system) {
      if (!table.isHoldfasts()) {
        doubt(context.because() + "the catalog does not know table " + table);
      }
      PlainDerivation.of(action).forEach(lock -> lock(lock, context));
    }
  }

  private static @Nullable TableName target(Action action) {
    if (action instanceof Action.LockRows rows) {
      return rows.target().table();
    } else if (action instanceof Action.Insert insert) {
      return insert.table();
    } else if (action instanceof Action.Update update) {
      return update.target().table();
    } else if (action instanceof Action.Delete delete) {
      return delete.target().table();
    }
    return action instanceof Action.LockTable lock ? lock.target().table() : null;
  }

  private void call(Action.Call call, Context context) {
    List<CatalogFunction> functions = catalog.functions(call.function());
    if (functions.isEmpty() && call.procedure()) {
      doubt("the catalog does not know procedure " + call.function());
    }
    for (CatalogFunction function : functions) {
      run(function, "function " + function.name().name(), false, context);
    }
  }

  /** Runs a body, unless it is running already. */
  void run(CatalogFunction function, String because, boolean deferred, Context context) {
    String step = "function " + function.name();
    if (context.mayEnter(step)) {
      Reading body = derivation.body(function);
      body.doubts().forEach(d -> doubt(context.because() + because + ": " + d));
      run(body.actions(), context.within(Origin.TRIGGER, because, deferred).entering(step));
    }
  }

  /** A view may call functions. */
  private void read(Action.Read read, Context context) {
    Optional<CatalogTable> view = catalog.table(read.table()).filter(CatalogTable::isView);
    String step = "view " + read.table();
    if (view.isPresent() && context.mayEnter(step)) {
      List<Action> calls =
          derivation.throughView(view.get()).actions().stream()
              .filter(a -> a instanceof Action.Call || a instanceof Action.Read)
              .toList();
      run(calls, context.entering(step));
    }
  }

  /** Rows of a partition are rows of the table at its root. */
  static TableName rowsOf(CatalogTable table) {
    TableName root = table.root();
    return root == null ? table.name() : root;
  }

  static Rows rows(Pick pick, CatalogTable table) {
    if (table.isKey(pick.equal())) {
      return Rows.KEY;
    }
    return pick.one() ? Rows.ONE : pick.ordered() ? Rows.ORDERED : Rows.SEVERAL;
  }
}
