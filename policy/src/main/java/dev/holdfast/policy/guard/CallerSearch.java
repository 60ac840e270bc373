package dev.holdfast.policy.guard;

import dev.holdfast.policy.Helpers;
import java.lang.StackWalker.StackFrame;
import java.util.List;
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
      List.of("dev.holdfast.claim.", "dev.holdfast.outbox.");

  /** Those of its parts that touch no table but its own, whatever they say. */
  private static final List<String> INSIDE =
      List.of("dev.holdfast.lease.", "dev.holdfast.diagnosis.", "dev.holdfast.schema.");

  private enum Role {
    BETWEEN,
    LIBRARY,
    INSIDE,
    HELPER,
    PROGRAM
  }

  /**
   * The name is a helper's {@code Class.method}, or a class with its package.
   *
   * @param isLibrary Holdfast itself, for its own purposes: neither a helper nor in need of one
   * @param isInside a part of it that touches its own tables only
   */
  record Caller(boolean isHelper, boolean isLibrary, boolean isInside, String name) {}

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

  /**
   * A helper is what the program called: the outermost of its frames. Between it and the driver may
   * be classes of the program's own that pass statements on.
   */
  private Caller callerIn(Stream<StackFrame> frames) {
    Seen seen = new Seen();
    boolean over = frames.limit(DEEPEST).anyMatch(frame -> endsAt(seen, frame));
    if (seen.helper != null) {
      return new Caller(true, false, false, nameOf(seen.helper));
    }
    if (over) {
      return new Caller(false, true, seen.inside, "Holdfast");
    }
    return new Caller(
        false,
        false,
        false,
        seen.program == null
            ? "code that is not on the stack"
            : topLevel(seen.program.getClassName()));
  }

  /** What was met so far, on the way out. */
  private static final class Seen {
    private @Nullable StackFrame helper;
    private @Nullable StackFrame program;
    private boolean inside;
  }

  private boolean endsAt(Seen seen, StackFrame frame) {
    switch (roles.get(frame.getDeclaringClass())) {
      case HELPER -> seen.helper = frame;
      case PROGRAM -> {
        if (seen.helper != null) {
          return true;
        }
        seen.program = seen.program == null ? frame : seen.program;
      }
      case LIBRARY, INSIDE -> {
        seen.inside = roles.get(frame.getDeclaringClass()) == Role.INSIDE;
        return seen.helper == null && seen.program == null;
      }
      case BETWEEN -> {}
    }
    return false;
  }

  private Role roleOf(Class<?> type) {
    String name = type.getName();
    if (helpers.contain(topLevel(name))) {
      return Role.HELPER;
    }
    if (LIBRARY.stream().anyMatch(name::startsWith)) {
      return Role.LIBRARY;
    }
    if (INSIDE.stream().anyMatch(name::startsWith)) {
      return Role.INSIDE;
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
