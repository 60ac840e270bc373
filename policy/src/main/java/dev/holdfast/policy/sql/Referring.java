package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.Assignment;
import dev.holdfast.policy.sql.Action.Delete;
import dev.holdfast.policy.sql.Action.Pick;
import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.Action.Update;
import dev.holdfast.policy.sql.Action.Value;
import dev.holdfast.policy.sql.Firing.After;
import dev.holdfast.policy.sql.ForeignKey.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a parent's change does to its children: ON DELETE and ON UPDATE of foreign keys. */
final class Referring {

  private final Expansion expansion;

  Referring(Expansion expansion) {
    this.expansion = expansion;
  }

  List<After> onDelete(CatalogTable parent, Context context) {
    List<After> afters = new ArrayList<>();
    for (ForeignKey key : expansion.catalog().referring(parent.name())) {
      if (key.onDelete() != Act.NONE) {
        afters.add(new After(key.trigger("delete_action"), () -> deleted(key, context)));
      }
    }
    return afters;
  }

  List<After> onUpdate(CatalogTable parent, Set<String> changed, Context context) {
    List<After> afters = new ArrayList<>();
    for (ForeignKey key : expansion.catalog().referring(parent.name())) {
      boolean touched = key.referencedColumns().stream().anyMatch(changed::contains);
      if (touched && key.onUpdate() != Act.NONE) {
        afters.add(new After(key.trigger("update_action"), () -> updated(key, context)));
      }
    }
    return afters;
  }

  private void deleted(ForeignKey key, Context context) {
    Context cascade = because(key, "ON DELETE " + sql(key.onDelete()), context);
    if (key.onDelete() == Act.CASCADE) {
      expansion.run(List.of(new Delete(new Target(key.table(), true), Pick.SEVERAL)), cascade);
    } else {
      set(key.table(), key.setColumns(), value(key.onDelete()), cascade);
    }
  }

  private void updated(ForeignKey key, Context context) {
    Context cascade = because(key, "ON UPDATE " + sql(key.onUpdate()), context);
    set(key.table(), key.columns(), value(key.onUpdate()), cascade);
  }

  private void set(TableName table, List<String> columns, Value value, Context context) {
    List<Assignment> set = columns.stream().map(c -> new Assignment(c, value)).toList();
    expansion.run(List.of(new Update(new Target(table, true), set, Pick.SEVERAL)), context);
  }

  private static Context because(ForeignKey key, String act, Context context) {
    return context.within(Origin.CASCADE, "FK " + key.name() + ' ' + act, false);
  }

  private static Value value(Act act) {
    return switch (act) {
      case SET_NULL -> Value.NULL;
      case SET_DEFAULT -> Value.DEFAULT;
      case CASCADE, NONE -> Value.OTHER;
    };
  }

  private static String sql(Act act) {
    return act.name().replace('_', ' ');
  }
}
