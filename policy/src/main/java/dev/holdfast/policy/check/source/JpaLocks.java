package dev.holdfast.policy.check.source;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Locks without SQL: {@code @Lock} on methods of repositories, {@code LockModeType} in calls; and
 * the strings of annotations.
 *
 * <p>Such a lock is kept as a text of two parts: the locking clause, and what it is on, an entity
 * or a query. {@link Jpql} makes a statement of it once all entities are known.
 */
final class JpaLocks {
  private static final Set<String> BY_CLASS = Set.of("find", "get", "load");
  private static final Set<String> BY_OBJECT = Set.of("lock", "refresh");

  private final JavaSource source;
  private final Facts facts;
  private final Map<String, String> repositories = new HashMap<>();

  JpaLocks(JavaSource source, Facts facts) {
    this.source = source;
    this.facts = facts;
  }

  /** Remembers which entity a repository is of: the first argument of what it extends. */
  void enter(ClassTree tree, Owner owner) {
    List<Tree> types = new ArrayList<>(tree.getImplementsClause());
    if (tree.getExtendsClause() != null) {
      types.add(tree.getExtendsClause());
    }
    for (Tree type : types) {
      if (type instanceof ParameterizedTypeTree generic
          && JavaTypes.raw(type).endsWith("Repository")) {
        repositories.put(owner.name(), JavaTypes.raw(generic.getTypeArguments().get(0)));
      }
    }
  }

  void method(MethodTree tree, Owner owner, JavaText texts) {
    AnnotationTree lock = JavaTypes.annotation(tree.getModifiers(), "Lock");
    String clause = lock == null ? "" : clause(lock.getArguments().toString());
    if (lock == null || clause.isEmpty()) {
      return;
    }
    AnnotationTree query = JavaTypes.annotation(tree.getModifiers(), "Query");
    String type = owner.withMember("", owner.unit()).name();
    String entity = repositories.getOrDefault(type, "");
    Text on = query != null ? argument(query, "value", texts) : literal(entity, lock);
    keep(clause, on, lock, owner);
  }

  void annotation(AnnotationTree tree, Owner owner, JavaText texts) {
    How how = isJpql(tree) ? How.JPQL : How.ANNOTATION;
    for (ExpressionTree argument : tree.getArguments()) {
      ExpressionTree value =
          argument instanceof AssignmentTree named ? named.getExpression() : argument;
      nested(value, owner, texts);
      Text text = texts.of(value);
      if (!(text instanceof Text.Hole)) {
        facts.use(text, owner, how, Use.Role.PASSED);
      }
    }
    if (JavaTypes.simpleName(tree).equals("NamedQuery")) {
      keep(clause(tree.getArguments().toString()), argument(tree, "query", texts), tree, owner);
    }
  }

  private void nested(ExpressionTree value, Owner owner, JavaText texts) {
    if (value instanceof AnnotationTree inner) {
      annotation(inner, owner, texts);
    } else if (value instanceof NewArrayTree array && array.getInitializers() != null) {
      array.getInitializers().forEach(element -> nested(element, owner, texts));
    }
  }

  /** Spring Data has a {@code @Query} for JPA and others whose text is SQL. */
  private static boolean isJpql(AnnotationTree tree) {
    String name = JavaTypes.simpleName(tree);
    boolean isNative = tree.getArguments().toString().contains("nativeQuery = true");
    return name.equals("NamedQuery") || (name.equals("Query") && !isNative);
  }

  void call(MethodInvocationTree tree, Owner owner, Locals locals, JavaText texts) {
    String clause = "";
    for (ExpressionTree argument : tree.getArguments()) {
      boolean mode = argument instanceof MemberSelectTree || argument instanceof IdentifierTree;
      clause = mode && clause.isEmpty() ? clause(argument.toString()) : clause;
    }
    if (!clause.isEmpty()) {
      String name = JavaCallText.nameOf(tree);
      ExpressionTree first = tree.getArguments().get(0);
      if (BY_CLASS.contains(name)) {
        keep(clause, literal(first.toString().replace(".class", ""), tree), tree, owner);
      } else if (BY_OBJECT.contains(name)) {
        keep(clause, literal(locals.typeOf(first.toString()), tree), tree, owner);
      } else if (name.equals("setLockMode")) {
        keep(clause, query(JavaCallText.receiver(tree), texts), tree, owner);
      }
    }
  }

  private Text query(@Nullable ExpressionTree on, JavaText texts) {
    ExpressionTree root = on;
    while (root instanceof MethodInvocationTree call) {
      if (JavaCalls.takesJpql(call) && !call.getArguments().isEmpty()) {
        return texts.of(call.getArguments().get(0));
      }
      root = JavaCallText.receiver(call);
    }
    return root == null ? Text.EMPTY : texts.of(root);
  }

  private void keep(String clause, Text on, Tree at, Owner owner) {
    if (!clause.isEmpty()) {
      Text first = new Text.Literal(clause + "\n", source.place(at), Text.Layout.EXACT);
      facts.use(Text.join(first, on), owner, How.LOCK_MODE, Use.Role.SURE);
    }
  }

  private Text literal(String value, Tree at) {
    return new Text.Literal(value, source.place(at), Text.Layout.EXACT);
  }

  private static Text argument(AnnotationTree tree, String member, JavaText texts) {
    for (ExpressionTree argument : tree.getArguments()) {
      if (!(argument instanceof AssignmentTree named)) {
        return texts.of(argument);
      } else if (named.getVariable().toString().equals(member)) {
        return texts.of(named.getExpression());
      }
    }
    return Text.EMPTY;
  }

  /** What Hibernate sends to PostgreSQL for a lock mode; empty for optimistic ones. */
  private static String clause(String mode) {
    if (mode.contains("PESSIMISTIC_READ")) {
      return "for share";
    }
    boolean writes = mode.contains("PESSIMISTIC_") || mode.matches("(?s).*\\bUPGRADE.*");
    return writes ? "for no key update" : "";
  }
}
