/**
 * Lock order as a policy: declared in one file, read into one model.
 *
 * <p>{@link dev.holdfast.policy.Policy} says which tables may be locked together, in which order
 * and by whom. Everything else asks it: the lint asks whether it contradicts itself, the static
 * check and the runtime guard whether locks keep it, the document shows it.
 */
@NullMarked
package dev.holdfast.policy;

import org.jspecify.annotations.NullMarked;
