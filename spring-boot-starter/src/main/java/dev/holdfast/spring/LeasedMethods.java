package dev.holdfast.spring;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.lease.LeaseOptions;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Reads {@link Leased} annotations, each once. Thread-safe. */
final class LeasedMethods {

  private static final String SCHEDULED = "org.springframework.scheduling.annotation.Scheduled";
  private static final String SEVERAL = "org.springframework.scheduling.annotation.Schedules";

  private final Texts texts;
  private final Supplier<LeaseProperties> properties;
  private final Map<MethodClassKey, LeasedMethod> known = new ConcurrentHashMap<>();

  LeasedMethods(Texts texts, Supplier<LeaseProperties> properties) {
    this.texts = texts;
    this.properties = properties;
  }

  /**
   * What the annotation says.
   *
   * @throws UnusableAnnotationException if it can't be done
   */
  LeasedMethod of(Method method, Class<?> type) {
    return known.computeIfAbsent(
        new MethodClassKey(method, type),
        key -> read(AopUtils.getMostSpecificMethod(method, type)));
  }

  private LeasedMethod read(Method method) {
    Leased leased = AnnotatedElementUtils.findMergedAnnotation(method, Leased.class);
    if (leased == null) {
      throw new IllegalStateException("no @Leased on " + method);
    }
    boolean skips = skips(leased, method);
    try {
      ReturnTypes.check(method, skips);
      return new LeasedMethod(
          ResourceName.of(texts.resolved(leased.resource()), method),
          options(leased, skips),
          minHold(leased),
          skips,
          leased.guard());
    } catch (IllegalArgumentException | InvalidRequestException e) {
      throw Annotated.unusable(
          method, Leased.class, String.valueOf(e.getMessage()), "correct the annotation");
    }
  }

  private static boolean skips(Leased leased, Method method) {
    return leased.onBusy() == OnBusy.AUTO
        ? AnnotatedElementUtils.isAnnotated(method, SCHEDULED)
            || AnnotatedElementUtils.isAnnotated(method, SEVERAL)
        : leased.onBusy() == OnBusy.SKIP;
  }

  private LeaseOptions options(Leased leased, boolean skips) {
    LeaseProperties defaults = properties.get();
    Duration wait = skips ? Duration.ZERO : defaults.waitUpTo();
    return LeaseOptions.defaults()
        .withTtl(texts.duration("ttl", leased.ttl(), defaults.ttl()))
        .withWait(texts.duration("waitUpTo", leased.waitUpTo(), wait));
  }

  private Duration minHold(Leased leased) {
    Duration minHold = texts.duration("minHold", leased.minHold(), Duration.ZERO);
    if (minHold.isNegative() || minHold.compareTo(Duration.ofHours(24)) > 0) {
      throw new IllegalArgumentException("minHold must be between 0 and 24 hours, not " + minHold);
    }
    return minHold;
  }
}
