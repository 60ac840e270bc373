package dev.holdfast.policy.guard;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method, or each method of the class, is an operation of the policy. A framework that
 * intercepts it runs it inside {@link Operation#run}; by itself the annotation does nothing.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface DeclaresOperation {

  /** Its name in the policy. */
  String value();

  /** Whether it is an admin flow. */
  boolean admin() default false;
}
