/**
 * Transactions with a bound on every wait, that tell the truth about their end.
 *
 * <p><b>Promise.</b> Every statement of the function waits for a lock no longer than the lock
 * timeout; all attempts together take no longer than the deadline; an interrupt or a cancellation
 * ends it within moments. In each case the transaction is rolled back and the connection goes back
 * clean. Success is told only for what was committed, and after a commit that may have happened the
 * function is never run again.
 *
 * <p><b>Protocol.</b> An attempt takes a connection ({@code Session}), hands it out behind a thin
 * proxy ({@code HandedConnection}) whose first statement takes the lock timeout and the question
 * for the transaction's id along ({@code Opening}, {@code FirstStatement}), runs the function, and
 * commits ({@code Commit}). A conflict ends the attempt; the connection is given back, and after a
 * jittered pause the next one begins ({@code Engine}, {@code Attempts}). Meanwhile the {@code
 * Watchdog} looks at all transactions under way and cancels what must stop, through a {@code Grip}
 * which sees to it that no cancel outlives our hold on the connection.
 *
 * <p><b>What can go wrong.</b> On a transaction that already failed, {@code commit()} can return
 * normally although PostgreSQL rolled back: found before the commit. The answer to a COMMIT can be
 * lost: another connection asks for the transaction's id, or for its outcome row ({@code
 * Outcomes}); only when that can't tell either is it a {@link dev.holdfast.CommitUnknownException}.
 * The network can die: a server that does not react to a cancel is left behind.
 *
 * <p><b>Not promised.</b> A function that blocks outside the database is not interrupted by the
 * deadline; it loses its connection, and what it did. What it does outside the database is done
 * again by each attempt.
 */
@NullMarked
package dev.holdfast.transaction;

import org.jspecify.annotations.NullMarked;
