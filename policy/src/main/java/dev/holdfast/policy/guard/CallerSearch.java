package dev.holdfast.policy.guard;

import dev.holdfast.policy.Helpers;
import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds on the stack who takes an explicit lock: the helper in the policy's helper packages that
 * the program called, or, failing that, the class that takes it elsewhere.
 */
final class CallerSearch {

  /** Frames looked at: enough to come through a driver, a pool and a framework. */
  private static final int DEEPEST = 256;

  /** Between a program and its driver; they neither are helpers nor call them. */
  private static final List<String> BETWEEN =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "dev.holdfast.policy.jdbc.",
          "dev.holdfast.row.",
          "dev.holdfast.transaction.",
          "dev.holdfast.internal.",
          "org.postgresql.",
          "com.zaxxer.hikari.",
          "org.springframework.",
          "org.hibernate.",
          "org.jooq.",
          "org.jdbi.",
          "org.apache.ibatis.",
          "org.mybatis.");

  private static final Set<Class<?>> OURS =
      Set.of(CallerSearch.class, GuardedTransaction.class, GuardSession.class, Operation.class);

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** Whose explicit locks are part of a protocol of Holdfast's, not of the program's. */
  private static final List<String> LIBRARY =
      List.of("dev.holdfast.claim.", "dev.holdfast.outbox.", "dev.holdfast.lease.");

  private enum Role {
    BETWEEN,
    LIBRARY,
    HELPER,
    PROGRAM
  }

  /**
   * The name is a helper's {@code Class.method}, or a class with its package.
   *
   * @param isLibrary Holdfast itself, for its own purposes: neither a helper nor in need of one
   */
  record Caller(boolean isHelper, boolean isLibrary, String name) {}

  private final Helpers helpers;

  /** Asked for every frame, so remembered; it goes with the class. */
  private final ClassValue<Role> roles =
      new ClassValue<>() {
        @Override
        protected Role computeValue(Class<?> type) {
          return roleOf(type);
        }
      };

  CallerSearch(Helpers helpers) {
    this.helpers = helpers;
  }

  /** Whether the policy says where helpers are. */
  boolean isOn() {
    return !helpers.packages().isEmpty();
  }

  Caller find() {
    return WALKER.walk(this::callerIn);
  }

  /** A helper is what the program called: the outermost method before the program's own. */
  private Caller callerIn(Stream<StackFrame> frames) {
    Seen seen = new Seen();
    Optional<StackFrame> program = frames.limit(DEEPEST).filter(seen::endsAt).findFirst();
    if (seen.library) {
      return new Caller(false, true, "Holdfast");
    }
    if (seen.helper != null) {
      return new Caller(true, false, nameOf(seen.helper));
    }
    return new Caller(
        false,
        false,
        program
            .map(frame -> topLevel(frame.getClassName()))
            .orElse("code that is not on the stack"));
  }

  /** The outermost helper so far, on the way out. */
  private final class Seen {
    private @Nullable StackFrame helper;
    private boolean library;

    boolean endsAt(StackFrame frame) {
      Role role = roles.get(frame.getDeclaringClass());
      if (role == Role.LIBRARY && helper == null) {
        library = true;
        return true;
      }
      if (role == Role.HELPER) {
        helper = frame;
      }
      return role == Role.PROGRAM;
    }
  }

  private Role roleOf(Class<?> type) {
    String name = type.getName();
    if (helpers.contain(topLevel(name))) {
      return Role.HELPER;
    }
    if (LIBRARY.stream().anyMatch(name::startsWith)) {
      return Role.LIBRARY;
    }
    boolean between =
        OURS.contains(type) || type.isHidden() || BETWEEN.stream().anyMatch(name::startsWith);
    return between ? Role.BETWEEN : Role.PROGRAM;
  }

  private static String topLevel(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** A lambda belongs to the method it stands in: {@code lambda$lockBoth$0}. */
  private static String nameOf(StackFrame frame) {
    String type = topLevel(frame.getDeclaringClass().getName());
    String method = frame.getMethodName();
    String[] parts = method.split("\\$", -1);
    boolean isLambda = parts.length == 3 && parts[0].equals("lambda");
    return type.substring(type.lastIndexOf('.') + 1) + "." + (isLambda ? parts[1] : method);
  }
}
