package dev.holdfast.policy.check.source;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import dev.holdfast.policy.check.source.Unit.Boundary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what declarations say: imports, supertypes, entities, transactions. */
final class JavaTypes {
  private JavaTypes() {}

  static Scope scope(CompilationUnitTree unit) {
    Map<String, String> imports = new HashMap<>();
    List<String> wildcards = new ArrayList<>();
    for (ImportTree line : unit.getImports()) {
      String name = line.getQualifiedIdentifier().toString();
      int dot = name.lastIndexOf('.');
      if (name.endsWith(".*")) {
        wildcards.add(name.substring(0, dot));
      } else {
        imports.put(name.substring(dot + 1), name);
      }
    }
    ExpressionTree named = unit.getPackageName();
    return new Scope(named == null ? "" : named.toString(), List.of(), imports, wildcards);
  }

  static Owner owner(ClassTree tree, Owner outer) {
    String name = tree.getSimpleName().toString();
    String type = outer.type().isEmpty() ? name : outer.type() + "." + name;
    Unit unit = Unit.alone(outer.packageName() + "." + type);
    boolean transactional = isTransactional(tree.getModifiers());
    return new Owner(
        outer.packageName(), type, "", transactional ? unit.with(Boundary.ANNOTATION) : unit);
  }

  /** Overloads are told apart by where they stand. */
  static Owner method(MethodTree tree, Owner type, Place place) {
    String name = tree.getName().contentEquals("<init>") ? "new" : tree.getName().toString();
    Unit unit = new Unit(type.name() + "." + name + "@" + place.line(), boundary(tree, type), "");
    return type.withMember(name, unit);
  }

  private static Boundary boundary(MethodTree tree, Owner type) {
    if (isTransactional(tree.getModifiers())) {
      return Boundary.ANNOTATION;
    } else if (tree.getName().toString().startsWith("doInTransaction")) {
      return Boundary.LAMBDA;
    } else if (turnsAutocommitOff(tree)) {
      return Boundary.AUTOCOMMIT_OFF;
    }
    return type.unit().boundary();
  }

  static Unit unit(MethodInvocationTree call, Owner owner, int number, JavaText texts) {
    Unit outer = owner.unit();
    if (!JavaCalls.declaresOperation(call)) {
      return new Unit(owner.name() + "#" + number, Boundary.LAMBDA, outer.operation());
    }
    boolean named =
        !call.getArguments().isEmpty()
            && texts.of(call.getArguments().get(0)) instanceof Text.Literal;
    return named && texts.of(call.getArguments().get(0)) instanceof Text.Literal literal
        ? new Unit(owner.name() + "#" + number, outer.boundary(), literal.value())
        : outer;
  }

  static Facts.TypeFacts facts(ClassTree tree, Scope scope, JavaText texts) {
    List<String> supertypes = new ArrayList<>();
    if (tree.getExtendsClause() != null) {
      supertypes.add(raw(tree.getExtendsClause()));
    }
    tree.getImplementsClause().forEach(type -> supertypes.add(raw(type)));
    AnnotationTree entity = annotation(tree.getModifiers(), "Entity");
    if (entity == null) {
      return new Facts.TypeFacts(supertypes, "", "", scope);
    }
    String simple = tree.getSimpleName().toString();
    String name = value(entity, "name", texts);
    AnnotationTree table = annotation(tree.getModifiers(), "Table");
    String named = table == null ? "" : value(table, "name", texts);
    String schema = table == null ? "" : value(table, "schema", texts);
    String bare = named.isEmpty() ? snakeCase(name.isEmpty() ? simple : name) : named;
    return new Facts.TypeFacts(
        supertypes,
        name.isEmpty() ? simple : name,
        schema.isEmpty() ? bare : schema + "." + bare,
        scope);
  }

  static String raw(Tree type) {
    String written = type.toString();
    int generic = written.indexOf('<');
    return generic < 0 ? written : written.substring(0, generic);
  }

  static @Nullable AnnotationTree annotation(ModifiersTree modifiers, String name) {
    for (AnnotationTree annotation : modifiers.getAnnotations()) {
      if (simpleName(annotation).equals(name)) {
        return annotation;
      }
    }
    return null;
  }

  static String simpleName(AnnotationTree annotation) {
    String name = annotation.getAnnotationType().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** The value of an annotation's member where it is a plain string; empty otherwise. */
  static String value(AnnotationTree annotation, String member, JavaText texts) {
    for (ExpressionTree argument : annotation.getArguments()) {
      if (argument instanceof AssignmentTree assignment
          && assignment.getVariable().toString().equals(member)
          && texts.of(assignment.getExpression()) instanceof Text.Literal literal) {
        return literal.value();
      }
    }
    return "";
  }

  /** As Spring Boot names the tables of entities: {@code OrderLine} is {@code order_line}. */
  static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  private static boolean isTransactional(ModifiersTree modifiers) {
    AnnotationTree annotation = annotation(modifiers, "Transactional");
    return annotation != null && !annotation.toString().matches("(?s).*(NOT_SUPPORTED|NEVER).*");
  }

  private static boolean turnsAutocommitOff(MethodTree tree) {
    boolean[] found = new boolean[1];
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        found[0] |=
            JavaCallText.nameOf(call).equals("setAutoCommit")
                && call.getArguments().toString().equals("false");
        return super.visitMethodInvocation(call, null);
      }
    }.scan(tree.getBody(), null);
    return found[0];
  }
}
