package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Reads {@link RetryOnConflict} annotations, each once. Thread-safe. */
final class RetryMethods {

  private static final int MOST_ATTEMPTS = 10_000;
  private static final Duration LONGEST = Duration.ofDays(1);

  /** What the annotation of one method says. */
  record Rule(Set<RetryOn> on, int attempts, Duration backoff, Duration deadline) {

    Rule {
      on = Set.copyOf(on);
      if (attempts < 1 || attempts > MOST_ATTEMPTS) {
        throw new IllegalArgumentException(
            "attempts must be between 1 and %d, not %d".formatted(MOST_ATTEMPTS, attempts));
      }
      if (backoff.isNegative() || backoff.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException("backoff must be between 0 and a day, not " + backoff);
      }
      if (deadline.isNegative() || deadline.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException("deadline must be between 0 and a day, not " + deadline);
      }
    }
  }

  private final Texts texts;
  private final Supplier<RetryProperties> properties;
  private final Map<MethodClassKey, Rule> known = new ConcurrentHashMap<>();

  RetryMethods(Texts texts, Supplier<RetryProperties> properties) {
    this.texts = texts;
    this.properties = properties;
  }

  /**
   * What the annotation says.
   *
   * @throws UnusableAnnotationException if it can't be done
   */
  Rule of(Method method, Class<?> type) {
    return known.computeIfAbsent(
        new MethodClassKey(method, type),
        key -> read(AopUtils.getMostSpecificMethod(method, type)));
  }

  private Rule read(Method method) {
    RetryOnConflict retry =
        AnnotatedElementUtils.findMergedAnnotation(method, RetryOnConflict.class);
    if (retry == null) {
      throw new IllegalStateException("no @RetryOnConflict on " + method);
    }
    RetryProperties defaults = properties.get();
    try {
      ReturnTypes.checkEnded(method);
      return new Rule(
          Set.of(retry.on()),
          retry.attempts() == 0 ? defaults.attempts() : retry.attempts(),
          texts.duration("backoff", retry.backoff(), defaults.backoff()),
          texts.duration("deadline", retry.deadline(), defaults.deadline()));
    } catch (IllegalArgumentException e) {
      throw Annotated.unusable(
          method, RetryOnConflict.class, String.valueOf(e.getMessage()), "correct the annotation");
    }
  }
}
