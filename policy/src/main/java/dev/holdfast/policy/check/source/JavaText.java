package dev.holdfast.policy.check.source;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import java.util.ArrayList;
import java.util.List;

/** Reads an expression of Java as the string that it makes. */
final class JavaText {
  /** Left operands of one concatenation, followed without recursion. */
  private static final int MAX_OPERANDS = 10_000;

  private final JavaSource source;
  private final Locals locals;
  private final Scope scope;

  JavaText(JavaSource source, Locals locals, Scope scope) {
    this.source = source;
    this.locals = locals;
    this.scope = scope;
  }

  Text of(Tree tree) {
    if (tree instanceof LiteralTree literal) {
      return source.literal(literal);
    } else if (tree instanceof ParenthesizedTree inner) {
      return of(inner.getExpression());
    } else if (tree instanceof BinaryTree binary && tree.getKind() == Tree.Kind.PLUS) {
      return concatenation(binary);
    } else if (tree instanceof IdentifierTree name) {
      return named(name.getName().toString(), tree);
    } else if (tree instanceof MemberSelectTree) {
      return member(tree);
    } else if (tree instanceof ConditionalExpressionTree either) {
      return Text.either(of(either.getTrueExpression()), of(either.getFalseExpression()));
    } else if (tree instanceof MethodInvocationTree call) {
      return new JavaCallText(this, source, scope).of(call);
    } else if (tree instanceof NewClassTree made) {
      return builder(made);
    }
    return ofRareOnes(tree);
  }

  List<Text> ofAll(List<? extends ExpressionTree> trees) {
    return trees.stream().map(this::of).toList();
  }

  private Text ofRareOnes(Tree tree) {
    if (tree instanceof AssignmentTree assignment) {
      return of(assignment.getExpression());
    } else if (tree instanceof TypeCastTree cast) {
      return of(cast.getExpression());
    } else if (tree instanceof NewArrayTree array && array.getInitializers() != null) {
      Text space = new Text.Literal(" ", source.place(tree), Text.Layout.EXACT);
      return Text.joinAll(ofAll(array.getInitializers()), space);
    } else if (tree instanceof SwitchExpressionTree choice) {
      return arms(choice);
    }
    return source.hole(tree);
  }

  private Text concatenation(BinaryTree binary) {
    List<Text> reversed = new ArrayList<>();
    ExpressionTree left = binary;
    while (left instanceof BinaryTree next
        && next.getKind() == Tree.Kind.PLUS
        && reversed.size() < MAX_OPERANDS) {
      reversed.add(of(next.getRightOperand()));
      left = next.getLeftOperand();
    }
    Text joined = of(left);
    List<Text> parts = new ArrayList<>(List.of(joined));
    for (int i = reversed.size() - 1; i >= 0; i--) {
      parts.add(reversed.get(i));
    }
    return new Text.Joined(parts);
  }

  Text named(String name, Tree tree) {
    Text local = locals.get(name);
    if (local instanceof Text.Hole hole) {
      return new Text.Hole(hole.what(), source.place(tree)); // where it is used, not declared
    }
    return local != null ? local : new Text.Name(name, scope, source.place(tree));
  }

  private Text member(Tree tree) {
    String name = tree.toString();
    int own = name.lastIndexOf("this.");
    boolean isOwn = own == 0 || (own > 0 && name.charAt(own - 1) == '.');
    return new Text.Name(
        isOwn ? name.substring(own + "this.".length()) : name, scope, source.place(tree));
  }

  /**
   * {@code new StringBuilder("…")}, {@code new String(…)}; a number there is a capacity. Whatever
   * else is made of SQL stands for it: {@code new RawStatement("…")}, a constant of an enum.
   */
  private Text builder(NewClassTree made) {
    String type = made.getIdentifier().toString();
    if (!type.equals("StringBuilder") && !type.equals("StringBuffer") && !type.equals("String")) {
      return new Text.Passed(ofAll(made.getArguments()), source.hole(made));
    }
    if (made.getArguments().isEmpty() || isNumber(made.getArguments().get(0))) {
      return Text.EMPTY;
    }
    return of(made.getArguments().get(0));
  }

  private static boolean isNumber(ExpressionTree tree) {
    return tree.getKind() == Tree.Kind.INT_LITERAL;
  }

  private Text arms(SwitchExpressionTree choice) {
    List<Text> options = new ArrayList<>();
    for (CaseTree arm : choice.getCases()) {
      if (arm.getBody() instanceof ExpressionTree value) {
        options.add(of(value));
      }
    }
    return options.isEmpty() ? source.hole(choice) : new Text.Choice(options);
  }
}
