package dev.holdfast.spring;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.Leases;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/**
 * Takes the lease, runs the method, gives the lease back: after the transaction that it was called
 * in, if there is one, or when the stage that it answered completes.
 */
final class LeasedInterceptor implements MethodInterceptor {

  private static final System.Logger LOG = System.getLogger("dev.holdfast.spring");

  private final LeasedMethods methods;
  private final Supplier<Leases> leases;
  private final Supplier<TransactionGuard> guard;
  private final Supplier<LeaseObserver> observer;

  LeasedInterceptor(
      LeasedMethods methods,
      Supplier<Leases> leases,
      Supplier<TransactionGuard> guard,
      Supplier<LeaseObserver> observer) {
    this.methods = methods;
    this.leases = leases;
    this.guard = guard;
    this.observer = observer;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation call) throws Throwable {
    Object target = call.getThis();
    Class<?> type =
        target == null ? call.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
    LeasedMethod method = methods.of(call.getMethod(), type);
    String resource = method.name().of(call.getArguments());
    if (CurrentLease.of(resource) != null) {
      return call.proceed(); // this thread has it already
    }
    LeaseObserver.Course course = observer.get().begin(method.name().template(), resource);
    try {
      Lease lease = acquire(method, resource, course);
      return lease == null
          ? ReturnTypes.nothing(call.getMethod())
          : run(call, new Held(lease, method), course);
    } catch (Throwable e) {
      course.failed(e);
      throw e;
    }
  }

  /** Null: busy, and to be skipped. */
  private @Nullable Lease acquire(
      LeasedMethod method, String resource, LeaseObserver.Course course) {
    try {
      Lease lease = leases.get().acquire(resource, method.options());
      course.granted(lease);
      return lease;
    } catch (LeaseHeldException e) {
      if (!method.skips()) {
        throw e;
      }
      LOG.log(Level.DEBUG, "skipped: {0}", e.getMessage());
      course.skipped();
      return null;
    }
  }

  private @Nullable Object run(MethodInvocation call, Held held, LeaseObserver.Course course)
      throws Throwable {
    Object result;
    try {
      result = proceed(call, held);
    } catch (Throwable e) {
      held.end();
      throw held.explained(e);
    }
    if (result instanceof CompletionStage<?> stage) {
      held.lease().passOn();
      return stage.whenComplete((value, error) -> finish(held, course, error));
    }
    held.end();
    held.throwIfGuardRefused();
    course.done();
    return result;
  }

  /** In a transaction that is open already the lease stays this thread's until that is over. */
  private @Nullable Object proceed(MethodInvocation call, Held held) throws Throwable {
    if (guard.get().joins(held)) {
      return call.proceed();
    }
    CurrentLease.push(held);
    try {
      return call.proceed();
    } finally {
      CurrentLease.pop(held);
    }
  }

  private static void finish(Held held, LeaseObserver.Course course, @Nullable Throwable error) {
    held.end();
    if (error == null) {
      course.done();
    } else {
      course.failed(error);
    }
  }
}
