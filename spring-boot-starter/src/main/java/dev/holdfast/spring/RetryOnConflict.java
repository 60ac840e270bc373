package dev.holdfast.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the method again when its transaction could not go on beside others. Defaults: 5 attempts in
 * all, 100 ms apart on average, 30 seconds altogether ({@code holdfast.retry.*}).
 *
 * <pre>{@code
 * @RetryOnConflict
 * @Transactional
 * public void book(long account, BigDecimal amount) { … }
 * }</pre>
 *
 * Each attempt is a transaction of its own: this goes around {@code @Transactional}, whatever
 * orders are configured. Inside a transaction that is open already nothing can be tried again, so
 * such a call is refused. A failure after which the transaction may have been committed is never
 * tried again. After the last attempt {@link dev.holdfast.ConflictException} tells how it went.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RetryOnConflict {

  /** After what. */
  RetryOn[] on() default {
    RetryOn.LOCK_TIMEOUT, RetryOn.DEADLOCK, RetryOn.SERIALIZATION, RetryOn.OPTIMISTIC_LOCK
  };

  /** How often it runs at most, the first time included; 0: the property. */
  int attempts() default 0;

  /** The pause before the next attempt, half to one and a half of it; empty: the property. */
  String backoff() default "";

  /** No attempt begins later than this after the first; empty: the property. */
  String deadline() default "";
}
