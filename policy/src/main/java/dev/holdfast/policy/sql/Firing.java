package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Trigger.Timing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Fires what follows a change: PostgreSQL's own triggers for foreign keys and the users', in the
 * order of their names, which no source text shows.
 */
final class Firing {

  /** Something that happens after a change, and the name that it is sorted by. */
  record After(String name, Runnable run) {}

  private final Expansion expansion;

  Firing(Expansion expansion) {
    this.expansion = expansion;
  }

  /** Triggers of one timing, for each row or each statement. */
  void fire(CatalogTable table, Timing timing, boolean perRow, Event event, Context context) {
    for (Trigger trigger : table.triggers()) {
      if (trigger.timing() == timing
          && trigger.perRow() == perRow
          && trigger.firesOn(event.name(), event.written())) {
        fire(table, trigger, context);
      }
    }
  }

  /** An event: insert, update, delete or truncate; and what an update writes. */
  record Event(String name, Set<String> written) {
    static final Event INSERT = new Event("insert", Set.of());
    static final Event DELETE = new Event("delete", Set.of());
  }

  /** What follows each row, foreign keys' part given; then the triggers after the statement. */
  void after(CatalogTable table, Event event, List<After> keys, Context context) {
    List<After> all = new ArrayList<>(keys);
    for (Trigger trigger : table.triggers()) {
      if (trigger.timing() == Timing.AFTER
          && trigger.perRow()
          && trigger.firesOn(event.name(), event.written())) {
        all.add(new After(trigger.name(), () -> fire(table, trigger, context)));
      }
    }
    List<Runnable> steps = new ArrayList<>();
    all.stream().sorted(Comparator.comparing(After::name)).map(After::run).forEach(steps::add);
    steps.add(() -> fire(table, Timing.AFTER, false, event, context));
    expansion.queue().follow(steps, context.origin() == Origin.CASCADE);
  }

  private void fire(CatalogTable table, Trigger trigger, Context context) {
    String because = "trigger " + trigger.name() + " of " + table.shortName();
    for (CatalogFunction function : expansion.catalog().functions(trigger.function())) {
      expansion.run(function, because, trigger.deferred(), context);
    }
  }

  static boolean has(CatalogTable table, Timing timing, boolean perRow, Event event) {
    return table.triggers().stream()
        .anyMatch(
            t ->
                t.timing() == timing
                    && t.perRow() == perRow
                    && t.firesOn(event.name(), event.written()));
  }
}
