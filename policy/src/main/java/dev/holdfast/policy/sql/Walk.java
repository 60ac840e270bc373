package dev.holdfast.policy.sql;

import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.ParenthesedStatement;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.delete.ParenthesedDelete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.ParenthesedInsert;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.WithItem;
import net.sf.jsqlparser.statement.update.ParenthesedUpdate;
import net.sf.jsqlparser.statement.update.Update;
import org.jspecify.annotations.Nullable;

/**
 * Walks over a parsed statement in the order in which PostgreSQL takes its locks: WITH queries when
 * they are read, subqueries before what uses them, the statement's own rows last.
 */
final class Walk {

  private final Found found = new Found();
  private final Scope scope = new Scope();
  private final Expressions expressions = new Expressions(this);
  private final SelectWalk selects;
  private final WriteWalk writes = new WriteWalk(this);

  Walk(List<List<LockingClause>> clauses) {
    this.selects = new SelectWalk(this, clauses);
  }

  Found found() {
    return found;
  }

  Scope scope() {
    return scope;
  }

  SelectWalk selects() {
    return selects;
  }

  void statement(Statement statement) {
    if (statement instanceof ParenthesedInsert inner) {
      statement(inner.getInsert());
    } else if (statement instanceof ParenthesedUpdate inner) {
      statement(inner.getUpdate());
    } else if (statement instanceof ParenthesedDelete inner) {
      statement(inner.getDelete());
    } else {
      bare(statement);
    }
  }

  private void bare(Statement statement) {
    if (statement instanceof Select select) {
      selects.select(select);
    } else if (statement instanceof Insert insert) {
      within(insert.getWithItemsList(), () -> writes.insert(insert));
    } else if (statement instanceof Update update) {
      within(update.getWithItemsList(), () -> writes.update(update));
    } else if (statement instanceof Delete delete) {
      within(delete.getWithItemsList(), () -> writes.delete(delete));
    } else if (statement instanceof Merge merge) {
      within(merge.getWithItemsList(), () -> writes.merge(merge));
    } else {
      found.doubt("not understood: " + statement.getClass().getSimpleName());
    }
  }

  /** Runs what may read these WITH queries; afterwards those that write and were not read. */
  void within(@Nullable List<WithItem<?>> items, Runnable walk) {
    scope.open(items);
    walk.run();
    scope.innermost().values().stream().filter(query -> !query.walked).forEach(this::unread);
    scope.close();
  }

  private void unread(Scope.Query query) {
    if (query.item.getParenthesedStatement() instanceof Select) {
      found.muted(() -> read(query));
    } else {
      read(query);
    }
  }

  /** Walks over a WITH query, the first time that it is read. */
  void read(Scope.Query query) {
    if (!query.walked) {
      query.walked = true;
      ParenthesedStatement body = query.item.getParenthesedStatement();
      statement(body);
    }
  }

  void expression(@Nullable Expression expression) {
    if (expression != null) {
      expression.accept(expressions, null);
    }
  }

  void expressions(@Nullable Iterable<? extends Expression> list) {
    if (list != null) {
      list.forEach(this::expression);
    }
  }

  void returning(@Nullable ReturningClause clause) {
    if (clause != null) {
      clause.forEach(item -> expression(item.getExpression()));
    }
  }
}
