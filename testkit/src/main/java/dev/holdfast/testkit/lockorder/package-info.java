/**
 * The lock-order graph of a whole test suite: which deadlocks could have been, though all is green.
 *
 * <p>{@link dev.holdfast.testkit.lockorder.LockOrderExtension} is switched on for a class
 * ({@code @ExtendWith}) or, by JUnit's auto-detection, for all. While it is on, data sources that
 * went through {@link dev.holdfast.testkit.lockorder.LockOrder#observe} are recorded; those that
 * {@code @HoldfastTest} injects are by themselves. At the end of the suite, transactions of all
 * tests are judged together, one graph a schema: a cycle's halves may come from different tests. So
 * a class fails that brings the last piece of one, if the suite is told to fail.
 */
@NullMarked
package dev.holdfast.testkit.lockorder;

import org.jspecify.annotations.NullMarked;
