/** The helper package of the tests' policy. */
@NullMarked
package dev.holdfast.policy.guard.locks;

import org.jspecify.annotations.NullMarked;
