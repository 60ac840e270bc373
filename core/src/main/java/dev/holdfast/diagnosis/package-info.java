/**
 * Diagnosis: who holds it, who waits, for whom, and what would help.
 *
 * <h2>Promise</h2>
 *
 * {@link dev.holdfast.diagnosis.Diagnosis#why} answers for one resource with a sentence and advice;
 * {@link dev.holdfast.diagnosis.Diagnosis#waitGraph} shows waiting over leases and PostgreSQL's own
 * locks as one graph. Reading only, bounded to five seconds, at most ten thousand nodes.
 *
 * <h2>Where it comes from</h2>
 *
 * <ol>
 *   <li>Each process says once a second who of it waits for longer than half a second, what they
 *       hold, and which backends work for them ({@code holdfast.wait_report}, by the dispatcher of
 *       package {@code lease}). Younger waits stand in the database's queue, one a process.
 *   <li>A guard leaves a mark in {@code pg_locks}: so a backend is known by the lease that it works
 *       under. Until its transaction ends nobody is granted that lease.
 *   <li>{@code pg_blocking_pids} says who is in a backend's way, {@code pg_locks} whether by a lock
 *       or by a place in the queue before it (soft).
 * </ol>
 *
 * One statement fetches all of it; {@code GraphBuilder} puts it together, {@code Circles} finds who
 * waits for each other, {@code Advising} says what would help whom.
 *
 * <h2>What can go wrong</h2>
 *
 * Reports are up to a second old: a waiter may have got on meanwhile. Whoever ends somebody's wait
 * for a deadlock looks twice ({@code Deadlocks} in package {@code lease}); whoever acts on advice
 * does so by fence, or by backend and its start, which a successor does not have.
 *
 * <h2>What it does not promise</h2>
 *
 * Sessions of other roles are in the graph without what they do, unless this role may read it. A
 * transaction that was not opened by Holdfast is known by its backend, not by its thread.
 */
@NullMarked
package dev.holdfast.diagnosis;

import org.jspecify.annotations.NullMarked;
