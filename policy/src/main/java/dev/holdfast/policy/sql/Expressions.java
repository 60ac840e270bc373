package dev.holdfast.policy.sql;

import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Finds subqueries and calls inside expressions. */
final class Expressions extends ExpressionVisitorAdapter<Void> {

  private final Walk walk;

  Expressions(Walk walk) {
    this.walk = walk;
  }

  @Override
  public <S> Void visit(Select select, S context) {
    walk.selects().select(select);
    return null;
  }

  @Override
  public <S> Void visit(ParenthesedSelect select, S context) {
    walk.selects().select(select);
    return null;
  }

  @Override
  public <S> Void visit(AnyComparisonExpression any, S context) {
    walk.expression(any.getSelect());
    return null;
  }

  @Override
  public <S> Void visit(Function function, S context) {
    super.visit(function, context);
    walk.found().add(new Action.Call(Names.function(function.getMultipartName()), false));
    return null;
  }

  @Override
  public <S> Void visit(AnalyticExpression expression, S context) {
    walk.expression(expression.getExpression());
    walk.expression(expression.getFilterExpression());
    return super.visit(expression, context);
  }
}
