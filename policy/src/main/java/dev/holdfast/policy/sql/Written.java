package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Assignment;
import dev.holdfast.policy.sql.Action.Value;
import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.jspecify.annotations.Nullable;

/** Which columns a statement writes, and what is known of their values. */
final class Written {

  /** Stands for INSERT … DEFAULT VALUES: no column is named, though not all are meant. */
  static final String NO_COLUMN = "";

  private Written() {}

  static List<String> columns(@Nullable List<Column> columns) {
    return columns == null ? List.of() : columns.stream().map(c -> Names.folded(first(c))).toList();
  }

  /** Of {@code composite.field} the column is what stands first. */
  private static String first(Column column) {
    return column.getTable() == null || column.getTable().getName() == null
        ? column.getColumnName()
        : column.getTable().getName();
  }

  static List<Assignment> assignments(List<UpdateSet> sets) {
    List<Assignment> assignments = new ArrayList<>();
    for (UpdateSet set : sets) {
      ExpressionList<?> values = unwrapped(set.getValues());
      for (int i = 0; i < set.getColumns().size(); i++) {
        Column column = set.getColumns().get(i);
        boolean matched = values.size() == set.getColumns().size();
        Value value = matched ? value(values.get(i), column) : Value.OTHER;
        assignments.add(new Assignment(Names.folded(first(column)), value));
      }
    }
    return assignments;
  }

  private static ExpressionList<?> unwrapped(ExpressionList<?> values) {
    return values.size() == 1 && values.get(0) instanceof ParenthesedExpressionList<?> inner
        ? inner
        : values;
  }

  static List<ExpressionList<?>> rows(Values values) {
    List<ExpressionList<?>> rows = new ArrayList<>();
    for (Expression row : values.getExpressions()) {
      if (row instanceof ExpressionList<?> list) {
        rows.add(list);
      }
    }
    return rows.isEmpty() ? List.of(values.getExpressions()) : rows;
  }

  /** By column: what all rows agree on. */
  static List<Value> values(Values values) {
    List<ExpressionList<?>> rows = rows(values);
    List<Value> common = new ArrayList<>(row(rows.get(0)));
    for (ExpressionList<?> other : rows) {
      List<Value> row = row(other);
      for (int i = 0; i < common.size(); i++) {
        if (i >= row.size() || row.get(i) != common.get(i)) {
          common.set(i, Value.OTHER);
        }
      }
    }
    return common;
  }

  static List<Value> row(@Nullable List<? extends Expression> row) {
    return row == null ? List.of() : row.stream().map(e -> value(e, null)).toList();
  }

  private static Value value(Expression expression, @Nullable Column target) {
    if (expression instanceof NullValue) {
      return Value.NULL;
    }
    if (expression instanceof Column column) {
      return column(column, target);
    }
    return Value.OTHER;
  }

  /** A column with a table before it may be another table's, or EXCLUDED's. */
  private static Value column(Column column, @Nullable Column target) {
    String name = Names.folded(column.getColumnName());
    if (column.getTable() != null) {
      return Value.OTHER;
    } else if (name.equals("default")) {
      return Value.DEFAULT;
    }
    boolean same = target != null && name.equals(Names.folded(target.getColumnName()));
    return same ? Value.SAME : Value.OTHER;
  }
}
