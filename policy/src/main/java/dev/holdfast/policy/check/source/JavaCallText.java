package dev.holdfast.policy.check.source;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a method call as the string that it gives. */
final class JavaCallText {
  private static final Set<String> SAME =
      Set.of(
          "toString",
          "trim",
          "strip",
          "stripIndent",
          "stripLeading",
          "stripTrailing",
          "intern",
          "toLowerCase",
          "toUpperCase",
          "indent",
          "translateEscapes");

  /** Calls whose arguments are parts of a larger string. */
  private static final Set<String> PARTS =
      Set.of(
          "append",
          "insert",
          "concat",
          "format",
          "formatted",
          "join",
          "replace",
          "replaceAll",
          "valueOf");

  private static final Pattern TABLE = Pattern.compile("(?i)table");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][\\w.]*");

  private final JavaText texts;
  private final JavaSource source;
  private final Scope scope;

  JavaCallText(JavaText texts, JavaSource source, Scope scope) {
    this.texts = texts;
    this.source = source;
    this.scope = scope;
  }

  static String nameOf(MethodInvocationTree call) {
    ExpressionTree method = call.getMethodSelect();
    if (method instanceof MemberSelectTree member) {
      return member.getIdentifier().toString();
    }
    return method instanceof IdentifierTree name ? name.getName().toString() : "";
  }

  static @Nullable ExpressionTree receiver(MethodInvocationTree call) {
    return call.getMethodSelect() instanceof MemberSelectTree member
        ? member.getExpression()
        : null;
  }

  /** Whether the arguments of such a call are seen where the whole string is. */
  static boolean isPart(MethodInvocationTree call) {
    return PARTS.contains(nameOf(call));
  }

  Text of(MethodInvocationTree call) {
    String name = nameOf(call);
    ExpressionTree on = receiver(call);
    List<? extends ExpressionTree> arguments = call.getArguments();
    if (on != null && SAME.contains(name)) {
      return texts.of(on);
    } else if (on != null && arguments.size() == 1) {
      return ofOne(call, name, on, arguments.get(0));
    } else if (on != null) {
      return ofSome(call, name, on, arguments);
    }
    return unknown(call);
  }

  private Text ofOne(
      MethodInvocationTree call, String name, ExpressionTree on, ExpressionTree argument) {
    return switch (name) {
      case "append", "concat" -> Text.join(texts.of(on), texts.of(argument));
      case "formatted" -> new Text.Formatted(texts.of(on), List.of(texts.of(argument)));
      case "format", "valueOf", "requireNonNull" -> texts.of(argument);
      default -> unknown(call);
    };
  }

  private Text ofSome(
      MethodInvocationTree call,
      String name,
      ExpressionTree on,
      List<? extends ExpressionTree> arguments) {
    List<Text> values = texts.ofAll(arguments);
    int count = values.size();
    if (name.equals("formatted")) {
      return new Text.Formatted(texts.of(on), values);
    } else if (name.equals("format") && count > 0) {
      return new Text.Formatted(values.get(0), values.subList(1, count));
    } else if (name.equals("join") && count > 1 && on.toString().equals("String")) {
      return Text.joinAll(values.subList(1, count), values.get(0));
    } else if (name.startsWith("replace") && count == 2) {
      return new Text.Replaced(texts.of(on), values.get(0), values.get(1));
    } else if (name.equals("insert") && count == 2) {
      return Text.join(values.get(1), texts.of(on));
    }
    return unknown(call);
  }

  /** {@code getTableName("orders")}: with a schema or in quotes, the table is still that one. */
  private static boolean namesTable(MethodInvocationTree call) {
    return TABLE.matcher(nameOf(call)).find()
        && !call.getArguments().isEmpty()
        && call.getArguments().get(0) instanceof LiteralTree literal
        && literal.getValue() instanceof String name
        && NAME.matcher(name).matches();
  }

  /**
   * The result of a method that a checked file may have; else what it was given, if that is SQL.
   */
  private Text unknown(MethodInvocationTree call) {
    if (namesTable(call)) {
      return texts.of(call.getArguments().get(0));
    }
    Text.Hole hole = source.hole(call);
    ExpressionTree on = receiver(call);
    List<Text> tries = new ArrayList<>();
    call.getArguments().stream().limit(1).map(texts::of).forEach(tries::add);
    if (on == null || on.toString().equals("this")) {
      tries.add(new Text.Name(nameOf(call) + "()", scope, source.place(call)));
    } else if (call.getArguments().isEmpty()) {
      tries.add(texts.of(on));
    }
    return new Text.Passed(tries, hole);
  }
}
