package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Target;
import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.TableFunction;
import net.sf.jsqlparser.statement.select.TableStatement;
import net.sf.jsqlparser.statement.select.Values;
import org.jspecify.annotations.Nullable;

/** Walks over queries: their sources, their subqueries, their locking clauses. */
final class SelectWalk {

  private final Walk walk;
  private final List<List<LockingClause>> clauses;

  SelectWalk(Walk walk, List<List<LockingClause>> clauses) {
    this.walk = walk;
    this.clauses = clauses;
  }

  /** Walks over a query; answers which tables a locking clause outside reaches through it. */
  List<Target> select(Select select) {
    List<Target> reached = new ArrayList<>();
    walk.within(select.getWithItemsList(), () -> reached.addAll(body(select)));
    return reached;
  }

  private List<Target> body(Select select) {
    List<Source> sources = new ArrayList<>();
    if (select instanceof PlainSelect plain) {
      sources.addAll(from(plain.getFromItem(), plain.getJoins()));
      expressions(plain);
    } else if (select instanceof ParenthesedSelect inner) {
      sources.add(new Source("", select(inner.getSelect()), false));
    } else if (select instanceof SetOperationList list) {
      list.getSelects().forEach(this::select);
    } else if (select instanceof Values values) {
      walk.expressions(values.getExpressions());
    } else if (select instanceof TableStatement table) {
      sources.add(table(table.getTable()));
    } else {
      walk.found().doubt("not understood: " + select.getClass().getSimpleName());
    }
    tail(select);
    lock(select, sources);
    return sources.stream().flatMap(s -> s.tables().stream()).toList();
  }

  private void expressions(PlainSelect select) {
    select.getSelectItems().forEach(item -> walk.expression(item.getExpression()));
    if (select.getDistinct() != null && select.getDistinct().getOnSelectItems() != null) {
      select.getDistinct().getOnSelectItems().forEach(i -> walk.expression(i.getExpression()));
    }
    walk.expression(select.getWhere());
    if (select.getGroupBy() != null) {
      walk.expressions(select.getGroupBy().getGroupByExpressionList());
    }
    walk.expression(select.getHaving());
  }

  private void tail(Select select) {
    if (select.getOrderByElements() != null) {
      select.getOrderByElements().forEach(e -> walk.expression(e.getExpression()));
    }
    if (select.getLimit() != null) {
      walk.expression(select.getLimit().getRowCount());
    }
    if (select.getOffset() != null) {
      walk.expression(select.getOffset().getOffset());
    }
  }

  /** The sources of a FROM list, in its order. */
  List<Source> from(@Nullable FromItem first, @Nullable List<Join> joins) {
    List<Source> sources = new ArrayList<>();
    if (first != null) {
      sources.addAll(source(first));
    }
    if (joins != null) {
      for (Join join : joins) {
        sources.addAll(source(join.getFromItem()));
        walk.expressions(join.getOnExpressions());
      }
    }
    return sources;
  }

  private List<Source> source(FromItem item) {
    if (item instanceof Table table) {
      return List.of(table(table));
    } else if (item instanceof TableFunction function) {
      walk.expressions(function.getFunctions());
    } else if (item instanceof ParenthesedFromItem inner) {
      return from(inner.getFromItem(), inner.getJoins());
    } else if (item instanceof Select select) {
      String called = Names.called(item.getAlias(), "");
      return List.of(new Source(called, select(select), false));
    } else {
      walk.found().doubt("not understood in FROM: " + item.getClass().getSimpleName());
    }
    return List.of();
  }

  /** A table; or a WITH query, through which no locking clause reaches. */
  private Source table(Table table) {
    Target target = Names.target(table);
    String called = Names.called(table.getAlias(), target.table().name());
    if (target.table().schema() == null) {
      var query = walk.scope().find(target.table().name());
      if (query.isPresent()) {
        walk.read(query.get());
        return new Source(called, List.of(), false);
      }
    }
    walk.found().add(new Action.Read(target.table()));
    return new Source(called, List.of(target), true);
  }

  private void lock(Select select, List<Source> sources) {
    if (select.getForUpdateTables() == null) {
      return;
    }
    for (Table mark : select.getForUpdateTables()) {
      int number = Integer.parseInt(mark.getName().substring(Normalised.MARK.length()));
      walk.found().sawClause(number);
      Picks picks = new Picks(select, sources);
      Locking.of(clauses.get(number), sources, picks, walk.found()).forEach(walk.found()::add);
    }
  }
}
