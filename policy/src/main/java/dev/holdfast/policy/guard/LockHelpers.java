package dev.holdfast.policy.guard;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Says that a thread is inside a lock helper, where the stack can't show it or the policy names no
 * helper packages:
 *
 * <pre>{@code
 * LockHelpers.run("LockRemediationBatchEntities", () -> { … });
 * }</pre>
 *
 * Every statement inside belongs to the helper; the policy says how many a transaction may call.
 */
public final class LockHelpers {

  private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

  private LockHelpers() {}

  /** Runs this as a helper of this name; one inside another counts by itself until it ends. */
  public static <E extends Exception> void run(String name, Operation.Work<E> work) throws E {
    String outer = enter(name);
    try {
      work.run();
    } finally {
      leave(outer);
    }
  }

  /** The same, with a result. */
  public static <T> T call(String name, Callable<T> work) throws Exception {
    String outer = enter(name);
    try {
      return work.call();
    } finally {
      leave(outer);
    }
  }

  /** The helper that this thread is in; null where it is in none. */
  static @Nullable String current() {
    return CURRENT.get();
  }

  private static @Nullable String enter(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a lock helper has a name");
    }
    String outer = CURRENT.get();
    CURRENT.set(name);
    return outer;
  }

  private static void leave(@Nullable String outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
