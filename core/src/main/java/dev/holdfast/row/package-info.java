/**
 * Row locks: rows of the application's own tables, locked by key inside a transaction.
 *
 * <p>Promise: rows are locked in the order of their keys, so that two callers that lock several
 * can't block each other in a circle; the lock is {@code FOR NO KEY UPDATE} unless another mode is
 * asked for, which lets rows that refer to the locked one be inserted meanwhile; what is read with
 * the lock is what is there under the lock. Of many that want to move one row from the same state,
 * one does; the others get {@link dev.holdfast.AlreadyClaimedException} with the state that they
 * found.
 *
 * <p>Protocol: one {@code SELECT … ORDER BY key FOR …}. PostgreSQL locks above the sort, in its
 * order; UPDATE and DELETE lock in the order of their plans, so lock first, then write. The lock
 * timeout travels in the same message.
 *
 * <p>What can go wrong: a wait that is too long ends as the transaction's lock timeout; NOWAIT
 * fails at once, and the transaction has to be rolled back as after any error; under REPEATABLE
 * READ and SERIALIZABLE a row that changed since the snapshot is a serialization failure, not a
 * wait.
 *
 * <p>Not promised: order between several calls in one transaction, and across tables. Keep to one
 * order there.
 */
@NullMarked
package dev.holdfast.row;

import org.jspecify.annotations.NullMarked;
