package dev.holdfast.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the method under a lease: at most one at a time for each resource, over all instances of the
 * application. Defaults: ttl and wait of {@code holdfast.lease.*} (5 minutes, renewed while the
 * method runs; 10 seconds), guarded, busy fails; for a {@code @Scheduled} method no wait, and busy
 * skips.
 *
 * <pre>{@code
 * @Leased(resource = "invoice/#{#id}")
 * @Transactional
 * public void advance(long id) { … }
 * }</pre>
 *
 * The lease is taken before {@code @Transactional} begins and given back after it ended, whatever
 * orders are configured. Called inside a transaction that is open already, it is given back when
 * that one ends. A call of the same thread that holds the resource already joins. A method that
 * answers a {@link java.util.concurrent.CompletionStage} keeps the lease until that completes.
 *
 * <p>A method that can't be intercepted (private, static, final, of a final class) fails the start
 * of the application; a call within the same object passes by unseen, as with all of Spring's.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Leased {

  /**
   * The name of the resource: text with <code>#{…}</code> over the parameters. The parameters'
   * values are data, never evaluated; one that is null or empty is refused.
   */
  String resource();

  /** How long the lease lasts unless renewed, such as {@code 30s}; empty: the property. */
  String ttl() default "";

  /** How long to wait for it; empty: the property, or no wait where busy skips. */
  String waitUpTo() default "";

  /**
   * How long the resource is kept from others at least, from the grant on, also when the method
   * ends sooner: for jobs that several instances start at the same time by different clocks.
   */
  String minHold() default "";

  /** What to do when somebody else has it. */
  OnBusy onBusy() default OnBusy.AUTO;

  /**
   * Whether each transaction that begins meanwhile on this thread and on Holdfast's DataSource can
   * commit only while the lease is ours. Read-only transactions are not guarded.
   */
  boolean guard() default true;
}
