/**
 * What a team needs to test code that uses locks, and what a lock needs to be tested.
 *
 * <ul>
 *   <li>{@link dev.holdfast.testkit.junit.HoldfastTest}: a fresh database for each test;
 *   <li>{@link dev.holdfast.testkit.proxy.TcpProxy}: a network that breaks when told to;
 *   <li>{@link dev.holdfast.testkit.process.ChildJvm}: another process that can be killed and
 *       stopped;
 *   <li>{@link dev.holdfast.testkit.lockorder.LockOrderExtension}: the deadlocks that could have
 *       been;
 *   <li>{@link dev.holdfast.testkit.contract.LockContract}: what any lock must keep, as a JUnit
 *       suite.
 * </ul>
 */
@NullMarked
package dev.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
