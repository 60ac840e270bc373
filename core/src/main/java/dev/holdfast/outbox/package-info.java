/**
 * The outbox: events that commit with the data they tell of, delivered afterwards; and jobs whose
 * steps are transactions of their own.
 *
 * <h2>Promise</h2>
 *
 * An event is there if, and only if, the transaction that appended it commits. It is delivered at
 * least once; exactly once where the handler writes in {@link
 * dev.holdfast.outbox.OutboxEvent#inTransaction}. No two relays have an event at the same time, and
 * no transaction is open while a handler calls outside. Events with a key are delivered in order,
 * and none overtakes an earlier one, not even one that is not committed yet.
 *
 * <h2>Protocol</h2>
 *
 * The table is claimed from as any other ({@link dev.holdfast.claim}): pending, processing,
 * completed or failed or parked, with attempts and backoff. Order is kept at two places. Appending
 * locks the key until the transaction ends, so that the ids of a key rise in the order of the
 * commits (006_outbox.sql says why, and why not otherwise). Claiming takes an event with a key only
 * if all earlier ones are completed. A parked event so holds up its key, and its key alone: {@link
 * dev.holdfast.outbox.Outbox#blocked} shows it, {@code retry} and {@code skip} end it.
 *
 * <h2>Jobs</h2>
 *
 * {@link dev.holdfast.outbox.JobType} names steps. The state row is written in the transaction of
 * each step, which is guarded by the claim. So a crash anywhere leaves the job before a step or
 * after it, and a worker that was taken for dead can't do a step twice. What must be true for a
 * step is asked in its own transaction: a hold that was placed after the first check stops the
 * rest.
 *
 * <h2>What it does not promise</h2>
 *
 * Order among keys, or of events without one. That a precondition stays true until the commit: it
 * sees what was committed when it asked; let it lock what it reads if that is not enough.
 */
@NullMarked
package dev.holdfast.outbox;

import org.jspecify.annotations.NullMarked;
