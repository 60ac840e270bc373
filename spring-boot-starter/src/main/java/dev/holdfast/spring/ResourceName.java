package dev.holdfast.spring;

import dev.holdfast.InvalidRequestException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ExpressionException;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.common.TemplateParserContext;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/**
 * A name with expressions over a method's parameters. The template is the programmer's, the values
 * are anybody's: they are put in as they are and never parsed. Expressions see parameters, their
 * properties and methods; no types, no beans.
 */
final class ResourceName {

  private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
  private static final SpelExpressionParser PARSER = new SpelExpressionParser();
  private static final Set<String> SPELS_OWN = Set.of("this", "root");

  private final String template;
  private final List<Expression> parts;
  private final String[] parameters;

  private ResourceName(String template, List<Expression> parts, String[] parameters) {
    this.template = template;
    this.parts = parts;
    this.parameters = parameters;
  }

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static ResourceName of(String template, Method method) {
    List<Expression> parts = parse(template);
    List<String> used = new ArrayList<>();
    parts.forEach(part -> collect(part, used));
    String[] known = NAMES.getParameterNames(method);
    if (known == null) {
      if (!used.isEmpty()) {
        throw new IllegalArgumentException(
            "the names of the parameters are not in the class file: compile with -parameters");
      }
      known = new String[0];
    }
    for (String name : used) {
      if (!List.of(known).contains(name)) {
        throw new IllegalArgumentException(
            "there is no parameter '%s' (there are %s)".formatted(name, List.of(known)));
      }
    }
    return new ResourceName(template, parts, known);
  }

  /** As it stands in the annotation: one for all calls, so that it can be a tag of metrics. */
  String template() {
    return template;
  }

  /**
   * The name for these arguments.
   *
   * @throws InvalidRequestException if a part of it is null or empty: all such calls would share
   *     one name
   */
  String of(@Nullable Object[] arguments) {
    SimpleEvaluationContext context =
        SimpleEvaluationContext.forReadOnlyDataBinding().withInstanceMethods().build();
    for (int i = 0; i < parameters.length; i++) {
      context.setVariable(parameters[i], arguments[i]);
    }
    StringBuilder name = new StringBuilder();
    for (Expression part : parts) {
      Object value = part.getValue(context);
      String text = value == null ? "" : value.toString();
      if (text.isEmpty()) {
        throw new InvalidRequestException(
            "#{%s} in the name of the resource %s is %s"
                .formatted(part.getExpressionString(), template, value == null ? "null" : "empty"));
      }
      name.append(text);
    }
    return name.toString();
  }

  private static List<Expression> parse(String template) {
    if (template.isBlank()) {
      throw new IllegalArgumentException("the resource has no name");
    }
    try {
      Expression all = PARSER.parseExpression(template, new TemplateParserContext());
      return all instanceof CompositeStringExpression several
          ? List.of(several.getExpressions())
          : List.of(all);
    } catch (ExpressionException e) {
      throw new IllegalArgumentException(
          "the resource '%s' can't be read: %s".formatted(template, e.getMessage()), e);
    }
  }

  private static void collect(Expression part, List<String> names) {
    if (part instanceof SpelExpression spel) {
      collect(spel.getAST(), names);
    } else if (!(part instanceof LiteralExpression)) {
      throw new IllegalArgumentException("expressions can't stand within each other");
    }
  }

  private static void collect(SpelNode node, List<String> names) {
    if (node instanceof VariableReference variable) {
      String name = variable.toStringAST().substring(1);
      if (!SPELS_OWN.contains(name)) {
        names.add(name);
      }
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      collect(node.getChild(i), names);
    }
  }
}
