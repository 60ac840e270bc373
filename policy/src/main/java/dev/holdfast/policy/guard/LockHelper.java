package dev.holdfast.policy.guard;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method is a lock helper. A framework that intercepts it runs it inside {@link
 * LockHelpers#run}; by itself the annotation does nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LockHelper {

  /** Its name in the policy; empty: the method's own. */
  String value() default "";
}
