package dev.holdfast.spring;

import dev.holdfast.ConflictException.Course;
import dev.holdfast.DeadlockException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.SerializationException;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.spring.RetryMethods.Rule;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs a method again after a conflict; each time the transaction within begins anew. */
final class RetryInterceptor implements MethodInterceptor {

  private static final System.Logger LOG = System.getLogger("dev.holdfast.spring");
  private static final int MOST_REMEMBERED = 10;

  private final RetryMethods methods;

  RetryInterceptor(RetryMethods methods) {
    this.methods = methods;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation call) throws Throwable {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalTransactionStateException(
          "@RetryOnConflict on "
              + call.getMethod()
              + " can't try again inside a transaction that is open already: annotate the method"
              + " that begins it");
    }
    Object target = call.getThis();
    Class<?> type =
        target == null ? call.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
    return attempts(call, methods.of(call.getMethod(), type));
  }

  private static @Nullable Object attempts(MethodInvocation call, Rule rule) throws Throwable {
    long begin = System.nanoTime();
    List<Throwable> earlier = new ArrayList<>();
    for (int attempt = 1; ; attempt++) {
      try {
        // an invocation can go down the chain once
        return ((ProxyMethodInvocation) call).invocableClone().proceed();
      } catch (Exception e) {
        RetryOn conflict = RetryOn.in(e).filter(rule.on()::contains).orElse(null);
        if (conflict == null) {
          throw e;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        Duration pause = jittered(rule.backoff());
        if (attempt >= rule.attempts() || took.plus(pause).compareTo(rule.deadline()) > 0) {
          throw remembering(earlier, typed(conflict, new Course(attempt, took, false), e));
        }
        LOG.log(Level.DEBUG, "{0}: attempt {1} of {2} again", conflict, attempt, call.getMethod());
        sleep(pause);
        if (earlier.size() < MOST_REMEMBERED) {
          earlier.add(e);
        }
      }
    }
  }

  /** As Holdfast's own transactions end; what only JPA or the caller can name stays as it is. */
  private static Throwable typed(RetryOn conflict, Course course, Exception failure) {
    return switch (conflict) {
      case LOCK_TIMEOUT -> new LockTimeoutException("its timeout", course, List.of(), failure);
      case DEADLOCK -> new DeadlockException(course, failure);
      case SERIALIZATION -> new SerializationException(course, failure);
      case OPTIMISTIC_LOCK, STALE_VERSION -> failure;
    };
  }

  private static Throwable remembering(List<Throwable> earlier, Throwable end) {
    earlier.stream().filter(each -> each != end).forEach(end::addSuppressed);
    return end;
  }

  private static Duration jittered(Duration pause) {
    long nanos = pause.toNanos();
    return Duration.ofNanos(
        nanos / 2 + (nanos == 0 ? 0 : ThreadLocalRandom.current().nextLong(nanos)));
  }

  private static void sleep(Duration pause) {
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw WaitInterruptedException.inTransaction(e);
    }
  }
}
