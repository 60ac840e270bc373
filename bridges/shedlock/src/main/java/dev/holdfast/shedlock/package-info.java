/**
 * ShedLock's lock provider on leases: {@code @SchedulerLock} and {@code LockingTaskExecutor} stay
 * as they are, one bean changes.
 *
 * <p><b>lockAtMostFor</b> is the ttl of a lease that is not renewed by itself: it ends then, as
 * ShedLock's users expect, by the database's clock. <b>lockAtLeastFor</b> is a rest: an unlock that
 * comes sooner sets the lease's end to it and forgets the lease, so that no thread waits, and a
 * process that stops meanwhile does not shorten it. <b>extend</b> sets a new end, if the lease is
 * still ours; an expired one is not revived.
 *
 * <p>What is better than a row of ShedLock's: an unlock goes by the token of this acquisition, so
 * that a late one can't free a successor's lock; the task has a fence and a guard ({@link
 * dev.holdfast.shedlock.HoldfastLockProvider#currentLease()}); who holds what is seen in the
 * console, and can be released there.
 */
@NullMarked
package dev.holdfast.shedlock;

import org.jspecify.annotations.NullMarked;
