package dev.holdfast.policy.check.source;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks a file of Java in the order of its text, and keeps which strings go where. */
final class JavaWalker extends TreeScanner<@Nullable Void, @Nullable Void> {
  private final JavaSource source;
  private final Facts facts;
  private final JpaLocks jpa;
  private Scope scope;
  private Owner owner;
  private Locals locals = new Locals();
  private int lambdas;

  JavaWalker(JavaSource source, Facts facts) {
    this.source = source;
    this.facts = facts;
    this.scope = JavaTypes.scope(source.unit());
    this.owner = new Owner(scope.packageName(), "", "", Unit.alone(source.file()));
    this.jpa = new JpaLocks(source, facts);
  }

  private JavaText texts() {
    return new JavaText(source, locals, scope);
  }

  @Override
  public @Nullable Void visitClass(ClassTree tree, @Nullable Void none) {
    Owner outer = owner;
    Scope outerScope = scope;
    Locals outerLocals = locals;
    String name = tree.getSimpleName().toString();
    if (!name.isEmpty()) {
      owner = JavaTypes.owner(tree, owner);
      scope = scope.inside(owner.name());
      facts.types.put(owner.name(), JavaTypes.facts(tree, scope, texts()));
      jpa.enter(tree, owner);
    }
    locals = locals.copy();
    super.visitClass(tree, null);
    locals = outerLocals;
    owner = outer;
    scope = outerScope;
    return null;
  }

  @Override
  public @Nullable Void visitMethod(MethodTree tree, @Nullable Void none) {
    Owner outer = owner;
    Locals outerLocals = locals;
    locals = locals.copy();
    owner = JavaTypes.method(tree, owner, source.place(tree));
    for (VariableTree parameter : tree.getParameters()) {
      locals.declare(parameter.getName().toString(), String.valueOf(parameter.getType()));
      locals.put(parameter.getName().toString(), source.hole(parameter));
    }
    jpa.method(tree, owner, texts());
    super.visitMethod(tree, null);
    locals = outerLocals;
    owner = outer;
    return null;
  }

  @Override
  public @Nullable Void visitVariable(VariableTree tree, @Nullable Void none) {
    scan(tree.getModifiers(), null);
    String name = tree.getName().toString();
    boolean field = owner.member().isEmpty();
    ExpressionTree value = tree.getInitializer();
    if (value != null) {
      scan(value, null);
      Text text = texts().of(value);
      if (field) {
        facts.define(owner.name() + "." + name, text);
      } else {
        locals.put(name, text);
      }
      facts.use(
          text, field ? owner.withMember(name, owner.unit()) : owner, How.JAVA, Use.Role.KEPT);
    } else if (!field && locals.get(name) == null) {
      locals.put(name, Text.EMPTY);
    }
    if (!field) {
      locals.declare(name, String.valueOf(tree.getType()));
    }
    return null;
  }

  @Override
  public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void none) {
    super.visitAssignment(tree, null);
    assign(tree.getVariable(), texts().of(tree.getExpression()));
    return null;
  }

  @Override
  public @Nullable Void visitCompoundAssignment(CompoundAssignmentTree tree, @Nullable Void none) {
    super.visitCompoundAssignment(tree, null);
    if (tree.getKind() == Tree.Kind.PLUS_ASSIGNMENT
        && tree.getVariable() instanceof IdentifierTree name
        && locals.get(name.getName().toString()) != null) {
      JavaText texts = texts();
      assign(name, Text.join(texts.of(name), texts.of(tree.getExpression())));
    }
    return null;
  }

  private void assign(ExpressionTree variable, Text text) {
    if (variable instanceof IdentifierTree name && locals.get(name.getName().toString()) != null) {
      locals.put(name.getName().toString(), text);
    } else if (variable instanceof IdentifierTree name) {
      defineField(name.getName().toString(), text);
    } else if (variable instanceof MemberSelectTree member
        && member.getExpression().toString().equals("this")) {
      defineField(member.getIdentifier().toString(), text);
    }
    facts.use(text, owner, How.JAVA, Use.Role.KEPT);
  }

  /** What a setter puts in is known at run time only, and says nothing about the field. */
  private void defineField(String name, Text text) {
    if (!isUnknown(text) && !scope.types().isEmpty()) {
      facts.define(scope.types().get(0) + "." + name, text);
    }
  }

  private static boolean isUnknown(Text text) {
    return text instanceof Text.Hole
        || (text instanceof Text.Passed passed
            && passed.tries().stream().limit(1).allMatch(JavaWalker::isUnknown));
  }

  @Override
  public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void none) {
    super.visitReturn(tree, null);
    if (tree.getExpression() != null) {
      returned(texts().of(tree.getExpression()));
    }
    return null;
  }

  private void returned(Text text) {
    if (!(text instanceof Text.Hole) && !scope.types().isEmpty()) {
      facts.define(scope.types().get(0) + "." + owner.member() + "()", text);
    }
    facts.use(text, owner, How.JAVA, Use.Role.KEPT);
  }

  @Override
  public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void none) {
    Locals outer = locals;
    locals = locals.copy();
    for (VariableTree parameter : tree.getParameters()) {
      locals.put(parameter.getName().toString(), source.hole(parameter));
    }
    scan(tree.getBody(), null);
    if (tree.getBody() instanceof ExpressionTree value) {
      facts.use(texts().of(value), owner, How.JAVA, Use.Role.KEPT);
    }
    locals = outer;
    return null;
  }

  @Override
  public @Nullable Void visitNewArray(NewArrayTree tree, @Nullable Void none) {
    super.visitNewArray(tree, null);
    List<? extends ExpressionTree> values = tree.getInitializers();
    if (values != null) {
      values.forEach(value -> facts.use(texts().of(value), owner, How.JAVA, Use.Role.PASSED));
    }
    return null;
  }

  @Override
  public @Nullable Void visitAnnotation(AnnotationTree tree, @Nullable Void none) {
    jpa.annotation(tree, owner, texts());
    return null;
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void none) {
    super.visitNewClass(tree, null);
    if (!tree.getIdentifier().toString().startsWith("String")) {
      passed(tree.getArguments());
    }
    return null;
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void none) {
    if (JavaCallText.isPart(tree) && build(tree)) {
      return null;
    }
    Owner outer = owner;
    scan(tree.getMethodSelect(), null);
    if (JavaCalls.runsTransaction(tree) || JavaCalls.declaresOperation(tree)) {
      owner = owner.withUnit(JavaTypes.unit(tree, owner, ++lambdas, texts()));
    }
    scan(tree.getArguments(), null);
    owner = outer;
    if (!JavaCallText.isPart(tree)) {
      uses(tree);
    }
    jpa.call(tree, owner, locals, texts());
    return null;
  }

  /** {@code builder.append(…).append(…)}: the variable holds more from here on. */
  private boolean build(MethodInvocationTree tree) {
    Deque<MethodInvocationTree> calls = new ArrayDeque<>();
    ExpressionTree root = tree;
    while (root instanceof MethodInvocationTree call
        && JavaCallText.nameOf(call).matches("append|insert")) {
      calls.push(call);
      root = JavaCallText.receiver(call);
    }
    if (!(root instanceof IdentifierTree name) || locals.get(name.getName().toString()) == null) {
      return false;
    }
    calls.forEach(call -> scan(call.getArguments(), null));
    locals.put(name.getName().toString(), texts().of(tree));
    return true;
  }

  private void uses(MethodInvocationTree tree) {
    List<? extends ExpressionTree> arguments = tree.getArguments();
    for (int i = 0; i < arguments.size(); i++) {
      if (!(arguments.get(i) instanceof LambdaExpressionTree)) {
        How how = i == 0 && JavaCalls.takesJpql(tree) ? How.JPQL : How.JAVA;
        facts.use(texts().of(arguments.get(i)), owner, how, JavaCalls.role(tree, i));
      }
    }
  }

  private void passed(List<? extends ExpressionTree> arguments) {
    for (ExpressionTree argument : arguments) {
      facts.use(texts().of(argument), owner, How.JAVA, Use.Role.PASSED);
    }
  }

  @Override
  public @Nullable Void visitIf(IfTree tree, @Nullable Void none) {
    scan(tree.getCondition(), null);
    Locals before = locals;
    locals = before.copy();
    scan(tree.getThenStatement(), null);
    Locals then = locals;
    locals = before.copy();
    scan(tree.getElseStatement(), null);
    before.merge(then, locals);
    locals = before;
    return null;
  }

  @Override
  public @Nullable Void visitWhileLoop(WhileLoopTree tree, @Nullable Void none) {
    scan(tree.getCondition(), null);
    return loop(tree.getStatement());
  }

  @Override
  public @Nullable Void visitDoWhileLoop(DoWhileLoopTree tree, @Nullable Void none) {
    scan(tree.getStatement(), null);
    return scan(tree.getCondition(), null);
  }

  @Override
  public @Nullable Void visitForLoop(ForLoopTree tree, @Nullable Void none) {
    scan(tree.getInitializer(), null);
    scan(tree.getCondition(), null);
    return loop(tree.getStatement());
  }

  @Override
  public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void none) {
    scan(tree.getExpression(), null);
    locals.put(tree.getVariable().getName().toString(), source.hole(tree.getVariable()));
    return loop(tree.getStatement());
  }

  private @Nullable Void loop(StatementTree body) {
    Locals before = locals;
    locals = before.copy();
    scan(body, null);
    before.merge(before.copy(), locals);
    locals = before;
    return null;
  }
}
