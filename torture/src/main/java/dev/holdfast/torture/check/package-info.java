/**
 * Judges a history.
 *
 * <h2>Promise</h2>
 *
 * What is called a violation is one: no order of events, no delay and no clock within the stated
 * bounds explains the history ({@link dev.holdfast.torture.check.Rules}). What can't be decided
 * within the budget is said to be undecided, never passed.
 *
 * <h2>Two kinds of judges</h2>
 *
 * <p>Linear scans, one an {@link dev.holdfast.torture.check.Invariant}: they need a sort and one
 * pass, compare only what is ordered by real time (one ended before the other began), and name the
 * entries that contradict each other.
 *
 * <p>{@code Linearizability} asks the whole question for the leases of one resource: is there an
 * order of the operations, each at a moment between its beginning and its end, in which a single
 * correct server would have given these answers? It goes through the history once and keeps all
 * states that the server may be in (Lowe's just-in-time form of the search by Wing and Gong, with
 * equal states met once). Expiry needs no operation: a takeover is possible from the earliest
 * moment at which the lease can have run out, which is the beginning of the request that set its
 * end, plus the ttl, less what clocks may differ; a renewal is impossible after the latest one. An
 * operation of unknown outcome may take effect at any time after its beginning, or never.
 *
 * <h2>What it does not see</h2>
 *
 * Earliest and latest end of a lease are bounded each by itself; that no single moment satisfies
 * two bounds at once is not noticed. What was not recorded is not judged: a claimed interval ends
 * at the last deadline that was written down.
 */
@NullMarked
package dev.holdfast.torture.check;

import org.jspecify.annotations.NullMarked;
