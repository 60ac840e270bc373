package dev.holdfast.policy.guard;

import dev.holdfast.policy.Actor;
import java.util.concurrent.Callable;

/**
 * Declares in which operation of the policy a thread is, so that the guard can compare what it
 * locks with what the operation said:
 *
 * <pre>{@code
 * Operation.run("StartDeliverySession", () -> sessions.start(assignment));
 * }</pre>
 *
 * The declaration counts for the transactions that take their first lock inside it, on this thread.
 * Declarations nest: an inner one counts until it ends, which is right for an inner transaction and
 * a finding within the same one.
 */
public final class Operation {

  private static final ThreadLocal<Actor> CURRENT = ThreadLocal.withInitial(Actor::undeclared);

  private Operation() {}

  /** Work that may throw. */
  @FunctionalInterface
  public interface Work<E extends Exception> {
    void run() throws E;
  }

  /** Runs this as an operation that the policy names. */
  public static <E extends Exception> void run(String name, Work<E> work) throws E {
    run(new Actor(name, CURRENT.get().admin()), work);
  }

  /** The same, with a result. */
  public static <T> T call(String name, Callable<T> work) throws Exception {
    Actor before = enter(new Actor(name, CURRENT.get().admin()));
    try {
      return work.call();
    } finally {
      leave(before);
    }
  }

  /** Runs this as an admin flow: it may lock what the policy keeps for those. */
  public static <E extends Exception> void admin(Work<E> work) throws E {
    run(CURRENT.get().asAdmin(), work);
  }

  /** Runs this as an operation that is an admin flow. */
  public static <E extends Exception> void admin(String name, Work<E> work) throws E {
    run(Actor.of(name).asAdmin(), work);
  }

  /** On whose behalf this thread works now. */
  public static Actor current() {
    return CURRENT.get();
  }

  private static <E extends Exception> void run(Actor actor, Work<E> work) throws E {
    Actor before = enter(actor);
    try {
      work.run();
    } finally {
      leave(before);
    }
  }

  private static Actor enter(Actor actor) {
    Actor before = CURRENT.get();
    CURRENT.set(actor);
    return before;
  }

  private static void leave(Actor before) {
    if (before.equals(Actor.undeclared())) {
      CURRENT.remove(); // nothing is left behind in threads of a pool
    } else {
      CURRENT.set(before);
    }
  }
}
