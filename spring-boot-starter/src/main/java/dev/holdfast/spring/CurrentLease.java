package dev.holdfast.spring;

import dev.holdfast.lease.Lease;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lease under which this thread runs a {@link Leased} method: for its fence, which goes along
 * to systems outside, and for {@link Lease#isHeld} in long loops. Bound to the thread that called
 * the method; a thread that is started there has to be given the lease.
 */
public final class CurrentLease {

  private static final ThreadLocal<@Nullable Deque<Held>> HELD = new ThreadLocal<>();

  private CurrentLease() {}

  /** The innermost one; empty outside of {@link Leased} methods. */
  public static Optional<Lease> find() {
    return Optional.ofNullable(innermost()).map(Held::lease);
  }

  /**
   * The innermost one.
   *
   * @throws IllegalStateException outside of {@link Leased} methods
   */
  public static Lease required() {
    return find()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "this thread runs no @Leased method: was it called within the same object, or"
                        + " from a thread that the method started?"));
  }

  static @Nullable Held of(String resource) {
    for (Held held : all()) {
      if (held.lease().resource().equals(resource)) {
        return held;
      }
    }
    return null;
  }

  /** All of this thread, the innermost first. */
  static Iterable<Held> all() {
    Deque<Held> stack = HELD.get();
    return stack == null ? List.of() : stack;
  }

  static void push(Held held) {
    Deque<Held> stack = HELD.get();
    if (stack == null) {
      stack = new ArrayDeque<>();
      HELD.set(stack);
    }
    stack.push(held);
  }

  static void pop(Held held) {
    Deque<Held> stack = HELD.get();
    if (stack != null && stack.remove(held) && stack.isEmpty()) {
      HELD.remove();
    }
  }

  private static @Nullable Held innermost() {
    Deque<Held> stack = HELD.get();
    return stack == null ? null : stack.peek();
  }
}
