package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** What a leased method may answer: work that goes on after it returned must be seen to end. */
final class ReturnTypes {

  /** Work that goes on, or begins, after the method returned; the last is Kotlin's suspend. */
  private static final List<String> UNSEEN =
      List.of(
          "org.reactivestreams.Publisher",
          "org.springframework.web.context.request.async.DeferredResult",
          "org.springframework.web.context.request.async.WebAsyncTask",
          "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
          "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

  private static final String SUSPENDING = "kotlin.coroutines.Continuation";

  private ReturnTypes() {}

  static void check(Method method, boolean skips) {
    Class<?> type = method.getReturnType();
    if (isUnseen(type) || isSuspending(method)) {
      throw new IllegalArgumentException(
          "the lease would be given back before the work is done; answer a CompletionStage, or"
              + " acquire by Leases.acquireAsync instead");
    }
    if (skips && type.isPrimitive() && type != void.class) {
      throw new IllegalArgumentException(
          "a busy resource skips the method, which then answers nothing, and can't with "
              + type
              + "; answer an Optional, or set onBusy = FAIL");
    }
  }

  /** For what looks at the outcome when the method returns: a stage has none then. */
  static void checkEnded(Method method) {
    Class<?> type = method.getReturnType();
    if (isUnseen(type) || isStage(type) || isSuspending(method)) {
      throw new IllegalArgumentException(
          "its work is not done when it returns, so that nobody sees a conflict; retry within the"
              + " asynchronous work instead");
    }
  }

  /** What a method that was skipped answers. */
  static @Nullable Object nothing(Method method) {
    Class<?> type = method.getReturnType();
    if (type == Optional.class) {
      return Optional.empty();
    }
    return isStage(type) ? CompletableFuture.completedFuture(null) : null;
  }

  private static boolean isUnseen(Class<?> type) {
    return (isLater(type) && !isStage(type))
        || Callable.class.isAssignableFrom(type)
        || Flow.Publisher.class.isAssignableFrom(type)
        || UNSEEN.stream().anyMatch(name -> isA(type, name));
  }

  private static boolean isLater(Class<?> type) {
    return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type);
  }

  /** Exactly these two: what is handed on is a stage that follows the method's own. */
  private static boolean isStage(Class<?> type) {
    return type == CompletionStage.class || type == CompletableFuture.class;
  }

  private static boolean isSuspending(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return parameters.length > 0 && isA(parameters[parameters.length - 1], SUSPENDING);
  }

  private static boolean isA(Class<?> type, String name) {
    try {
      return ClassUtils.forName(name, type.getClassLoader()).isAssignableFrom(type);
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // who does not have the class can't answer it
    }
  }
}
