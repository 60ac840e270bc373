package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.Conflict;
import dev.holdfast.policy.sql.Action.Target;
import java.util.List;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.InsertConflictAction;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.merge.MergeDelete;
import net.sf.jsqlparser.statement.merge.MergeInsert;
import net.sf.jsqlparser.statement.merge.MergeOperation;
import net.sf.jsqlparser.statement.merge.MergeUpdate;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.jspecify.annotations.Nullable;

/** Walks over INSERT, UPDATE, DELETE and MERGE. */
final class WriteWalk {

  private final Walk walk;

  WriteWalk(Walk walk) {
    this.walk = walk;
  }

  void insert(Insert insert) {
    walk.found().sawWrite();
    if (insert.getSelect() != null) {
      walk.selects().select(insert.getSelect());
    }
    TableName table = Names.target(insert.getTable()).table();
    boolean several = !(insert.getSelect() instanceof Values v) || Written.rows(v).size() > 1;
    boolean byDefault = insert.getSelect() == null;
    walk.found()
        .add(
            new Action.Insert(
                table,
                byDefault ? List.of(Written.NO_COLUMN) : Written.columns(insert.getColumns()),
                insert.getSelect() instanceof Values v ? Written.values(v) : List.of(),
                several && !byDefault,
                conflict(insert.getConflictAction())));
    walk.returning(insert.getReturningClause());
  }

  private Conflict conflict(@Nullable InsertConflictAction action) {
    if (action == null) {
      return Conflict.NONE;
    }
    if (action.getConflictActionType() == ConflictActionType.DO_NOTHING) {
      return Conflict.NOTHING;
    }
    sets(action.getUpdateSets());
    walk.expression(action.getWhereExpression());
    return new Conflict(true, Written.assignments(action.getUpdateSets()));
  }

  void update(Update update) {
    walk.found().sawWrite();
    if (update.getStartJoins() != null && !update.getStartJoins().isEmpty()) {
      walk.found().doubt("not PostgreSQL: UPDATE of a join");
    }
    boolean alone = update.getFromItem() == null;
    walk.selects().from(update.getFromItem(), update.getJoins());
    sets(update.getUpdateSets());
    walk.expression(update.getWhere());
    Target target = Names.target(update.getTable());
    Picks picks = new Picks(update.getWhere(), alone);
    walk.found()
        .add(
            new Action.Update(
                target,
                Written.assignments(update.getUpdateSets()),
                picks.of(called(update.getTable()))));
    walk.returning(update.getReturningClause());
  }

  void delete(Delete delete) {
    walk.found().sawWrite();
    List<FromItem> using = delete.getUsingFromItemList();
    if (using != null) {
      using.forEach(item -> walk.selects().from(item, null));
    }
    boolean joined = delete.getJoins() != null && !delete.getJoins().isEmpty();
    walk.selects().from(null, delete.getJoins());
    walk.expression(delete.getWhere());
    Picks picks = new Picks(delete.getWhere(), !joined && (using == null || using.isEmpty()));
    walk.found()
        .add(
            new Action.Delete(
                Names.target(delete.getTable()), picks.of(called(delete.getTable()))));
    walk.returning(delete.getReturningClause());
  }

  void merge(Merge merge) {
    walk.found().sawWrite();
    walk.selects().from(merge.getFromItem(), null);
    walk.expression(merge.getOnCondition());
    Target target = Names.target(merge.getTable());
    for (MergeOperation operation : merge.getOperations()) {
      merge(operation, target);
    }
    walk.returning(merge.getReturningClause());
  }

  private void merge(MergeOperation operation, Target target) {
    if (operation instanceof MergeUpdate update) {
      walk.expression(update.getAndPredicate());
      sets(update.getUpdateSets());
      var set = Written.assignments(update.getUpdateSets());
      if (set.stream().noneMatch(a -> a.column().equals(Normalised.NOTHING))) {
        walk.found().add(new Action.Update(target, set, Action.Pick.SEVERAL));
      }
    } else if (operation instanceof MergeInsert insert) {
      mergeInsert(insert, target);
    } else if (operation instanceof MergeDelete delete) {
      walk.expression(delete.getAndPredicate());
      walk.found().add(new Action.Delete(target, Action.Pick.SEVERAL));
    } else {
      walk.found().doubt("not understood: " + operation.getClass().getSimpleName());
    }
  }

  private void mergeInsert(MergeInsert insert, Target target) {
    walk.expression(insert.getAndPredicate());
    walk.expressions(insert.getValues());
    List<String> columns = Written.columns(insert.getColumns());
    if (!columns.contains(Normalised.NOTHING)) {
      walk.found()
          .add(
              new Action.Insert(
                  target.table(), columns, Written.row(insert.getValues()), true, Conflict.NONE));
    }
  }

  private void sets(List<UpdateSet> sets) {
    sets.forEach(set -> walk.expressions(set.getValues()));
  }

  private static String called(Table table) {
    return Names.called(table.getAlias(), Names.target(table).table().name());
  }
}
