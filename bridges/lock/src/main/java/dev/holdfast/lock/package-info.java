/**
 * {@link java.util.concurrent.locks.Lock} on leases, for code that wants that interface.
 *
 * <h2>Promise</h2>
 *
 * One thread of one process holds a lock of a name at a time, over all processes on the same
 * database. A thread may lock what it holds already; the lease is given back by the last unlock.
 * Behind each hold stands a {@link dev.holdfast.lease.Lease} of its own, renewed by itself, with a
 * fence and a guard: {@link dev.holdfast.lock.HoldfastLock#lease()}.
 *
 * <h2>How</h2>
 *
 * Who holds a lease is who has the object; who holds a lock is a thread. So each thread has a map
 * of what it holds, and nothing else is kept here: no local locks, no cache of lock objects.
 * Threads of one process wait in Holdfast's own queue, first come first served, like those of
 * others.
 *
 * <h2>What a local lock has and this one can't</h2>
 *
 * It can be lost: the process was paused for longer than the ttl, the database was away, an
 * administrator took it. Then {@code unlock()}, and locking again, throw {@link
 * dev.holdfast.lock.LockLostException}: what was done meanwhile was perhaps not alone. There are no
 * conditions. {@code lock()} ends with an exception where the database does not answer, where
 * threads would wait for each other for ever, and after the longest wait.
 */
@NullMarked
package dev.holdfast.lock;

import org.jspecify.annotations.NullMarked;
