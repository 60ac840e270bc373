package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Pick;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.jspecify.annotations.Nullable;

/** How a statement picks the rows of its tables: by the equalities that its WHERE demands. */
final class Picks {

  private final @Nullable Expression where;
  private final boolean alone;
  private final boolean one;
  private final boolean ordered;

  Picks(Select select, List<Source> sources) {
    this.where = select instanceof PlainSelect plain ? plain.getWhere() : null;
    this.alone = sources.size() == 1;
    this.one = limitOne(select);
    this.ordered = select.getOrderByElements() != null;
  }

  /** Of an UPDATE or DELETE, which has neither order nor limit. */
  Picks(@Nullable Expression where, boolean alone) {
    this.where = where;
    this.alone = alone;
    this.one = false;
    this.ordered = false;
  }

  Pick of(Source source) {
    return new Pick(source.direct() ? equal(source.called()) : Set.of(), one, ordered);
  }

  Pick of(String called) {
    return new Pick(equal(called), one, ordered);
  }

  private Set<String> equal(String called) {
    Set<String> columns = new HashSet<>();
    collect(where, called, columns);
    return Set.copyOf(columns);
  }

  /** Recursion goes as deep as the parser went. */
  private void collect(@Nullable Expression condition, String called, Set<String> columns) {
    if (condition instanceof AndExpression and) {
      collect(and.getLeftExpression(), called, columns);
      collect(and.getRightExpression(), called, columns);
    } else if (condition instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      collect(list.get(0), called, columns);
    } else if (condition instanceof EqualsTo equals) {
      side(equals.getLeftExpression(), equals.getRightExpression(), called, columns);
      side(equals.getRightExpression(), equals.getLeftExpression(), called, columns);
    }
  }

  private void side(Expression column, Expression value, String called, Set<String> columns) {
    if (column instanceof Column c && isOf(c, called) && Constant.is(value)) {
      columns.add(Names.folded(c.getColumnName()));
    }
  }

  private boolean isOf(Column column, String called) {
    String table = column.getTable() == null ? null : column.getTable().getName();
    return table == null ? alone : Names.folded(table).equals(called);
  }

  private static boolean limitOne(Select select) {
    boolean byLimit =
        select.getLimit() != null
            && select.getLimit().getRowCount() instanceof LongValue count
            && count.getStringValue().equals("1");
    boolean byFetch =
        select.getFetch() != null
            && select.getFetch().getExpression() instanceof LongValue count
            && count.getStringValue().equals("1");
    return byLimit || byFetch;
  }
}
