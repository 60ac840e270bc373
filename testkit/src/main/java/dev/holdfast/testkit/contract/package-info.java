/**
 * What any lock must keep, as a JUnit suite that any implementation can inherit.
 *
 * <p><b>To test a lock</b>, write a {@link dev.holdfast.testkit.contract.LockClientFactory} for it
 * (a dozen lines) and a test class that extends {@link dev.holdfast.testkit.contract.LockContract}.
 * The factory is made anew, by its class name and one string, in every JVM that takes part: the
 * suite starts several, kills some and stops others.
 *
 * <p><b>What is checked.</b> Exclusivity among threads, clients and processes; expiry and takeover
 * without a clean-up job; late releases; rising fences; bounded waits; interrupts that lose no
 * grant; lost answers; killed and stopped holders; and, with an unprotected counter, that no update
 * is lost. A lock that doesn't claim a {@link dev.holdfast.testkit.contract.Capability} has those
 * tests reported as skipped, never as passed.
 *
 * <p><b>What is not.</b> Clocks that step, servers that crash or fail over: those need the lock's
 * own server and belong to its own tests. A passing suite finds no fault; it proves nothing.
 */
@NullMarked
package dev.holdfast.testkit.contract;

import org.jspecify.annotations.NullMarked;
