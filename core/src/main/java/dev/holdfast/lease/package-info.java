/**
 * Leases: a named resource for one holder, for a time, with a fence that rises with every grant.
 *
 * <h2>Promise</h2>
 *
 * A resource has one holder at a time. The database decides: its rows, its clock. A holder believes
 * less than the database does: its deadline is the monotonic time before the request was sent, plus
 * the ttl, minus a margin. Whoever writes through {@link dev.holdfast.lease.Lease#inTransaction} or
 * {@link dev.holdfast.lease.Lease#guard} can't commit after the lease was lost, paused or not.
 *
 * <h2>Protocol</h2>
 *
 * <ol>
 *   <li>A caller hands an operation to the {@code Dispatcher} and parks. The dispatcher takes all
 *       that is pending and sends it in one round trip and one transaction: releases, then
 *       renewals, then acquisitions, one commit for all; a lease that is released and asked for in
 *       the same batch is passed on in one step, and releases that callers wait for go by
 *       themselves before acquisitions of other resources, without waiting for the disk. While that
 *       call is under way the next batch gathers, and the callers that the last one answered are
 *       waited for a moment ({@code Company}). So one connection serves any number of threads, and
 *       throughput rises with them.
 *   <li>The token of an acquisition is made here, before it is sent. An operation whose answer was
 *       lost is sent again with the same token: the database gives the same answer again.
 *   <li>Who waits stands in a local queue, first come first served; the head of the queue asks. The
 *       process as a whole stands in the resource's queue in the database. A release wakes the next
 *       process there by NOTIFY; polling, and the known expiry, is what correctness rests on.
 *       Within a process a lease is handed over at most eight times in a row, or for 100 ms, while
 *       another process waits.
 *   <li>A lease that was passed on once comes with the promise of the fences that follow. Such a
 *       lease goes from one caller here to the next without the database ({@code HandOvers}), which
 *       is told afterwards, of many at once ({@code Succession}). Guards and renewals wait for
 *       that.
 *   <li>All leases of the process are renewed together, in one statement, when the first is due.
 *   <li>Who waits for longer than half a second is reported once a second ({@code WaitReports}),
 *       with what it holds. Circles among such waits, over all processes and through row locks, are
 *       deadlocks ({@code Deadlocks}): the youngest wait of each ends.
 *   <li>Clients elsewhere ({@link dev.holdfast.lease.RemoteLeases}) keep their tokens; their leases
 *       go through the same batches and queues, and are neither renewed nor released here.
 *   <li>The {@code Watch} looks at deadlines without the database: a holder hears of a loss even if
 *       nothing answers any more.
 * </ol>
 *
 * <h2>What can go wrong</h2>
 *
 * The connection breaks: the batch is sent again on another, with the same tokens. The database
 * stays away: callers get {@link dev.holdfast.DatabaseUnavailableException} after their patience,
 * holders lose their leases at their deadlines, and what was granted to a caller that had given up
 * is released when the database is back, or ends with its ttl. One operation makes a batch fail:
 * the batch is halved until it stands alone.
 *
 * <h2>What it does not promise</h2>
 *
 * A holder that writes elsewhere, without the guard, can be late: give that system the fence, and
 * let it refuse lower ones. A server clock that jumps ends leases early (forward) or up to a minute
 * late (back); the guard holds all the same.
 */
@NullMarked
package dev.holdfast.lease;

import org.jspecify.annotations.NullMarked;
