package dev.holdfast.policy.sql;

import java.util.Set;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Tells whether an expression is one value, the same for every row. */
final class Constant extends ExpressionVisitorAdapter<Void> {

  private static final Set<String> SETS = Set.of("any", "some", "all", "unnest", "random");

  private boolean constant = true;

  private Constant() {}

  static boolean is(Expression expression) {
    Constant constant = new Constant();
    expression.accept(constant, null);
    return constant.constant;
  }

  @Override
  public <S> Void visit(Column column, S context) {
    return variable();
  }

  @Override
  public <S> Void visit(Select select, S context) {
    return variable();
  }

  @Override
  public <S> Void visit(ParenthesedSelect select, S context) {
    return variable();
  }

  @Override
  public <S> Void visit(AnyComparisonExpression any, S context) {
    return variable();
  }

  @Override
  public <S> Void visit(Function function, S context) {
    return SETS.contains(Names.function(function.getMultipartName()).name())
        ? variable()
        : super.visit(function, context);
  }

  private Void variable() {
    constant = false;
    return null;
  }
}
