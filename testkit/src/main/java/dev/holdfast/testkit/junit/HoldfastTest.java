package dev.holdfast.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a fresh database with the schema applied. Defaults: PostgreSQL 18 (see {@link
 * Postgres}), leftovers are not looked for.
 *
 * <p>Test methods, {@code @BeforeEach} methods and constructors may ask for a {@code
 * javax.sql.DataSource}, a {@code dev.holdfast.Holdfast} and a {@code
 * dev.holdfast.embedded.TestDatabase}; within one test these belong together. All are closed after
 * it.
 *
 * <pre>{@code
 * @HoldfastTest
 * class InvoiceTest {
 *   @Test
 *   void twoClerksCannotPayTwice(Holdfast holdfast, DataSource dataSource) { … }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(HoldfastExtension.class)
public @interface HoldfastTest {

  /**
   * Whether a test fails that leaves a lease held, or a thread of Holdfast's running (an instance,
   * a proxy or a child process that was not closed).
   */
  boolean failOnLeftovers() default false;
}
