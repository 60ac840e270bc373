/**
 * Claims: a row of the application's own table for one worker, until the work is done.
 *
 * <h2>Promise</h2>
 *
 * A row has one worker at a time. No transaction, lock or connection is held while the work runs. A
 * worker that died loses its rows to the next claim after its lease is over; one that only seemed
 * dead (a zombie) can neither finish a row that was taken over nor commit anything under {@link
 * dev.holdfast.claim.Claim#inTransaction}. Work that finishes in that transaction is done exactly
 * once; other work at least once.
 *
 * <h2>Protocol</h2>
 *
 * <ol>
 *   <li>A process that claims holds one lease, {@code worker/<id>}, renewed with its other leases:
 *       no heartbeat a row. It stands in {@code holdfast.worker}. Each claim statement writes a
 *       fresh lock id, which begins with the worker's id: the row tells its owner.
 *   <li>Claiming is one statement: rows in the expected status, due, unlocked or locked by the
 *       dead; {@code SKIP LOCKED}, never more than asked; lock id, locked at, version + 1, attempts
 *       + 1.
 *   <li>Ending is one statement for any number of claims, each by key and lock id. It is
 *       idempotent: the version tells whose ending it was when an answer was lost.
 *   <li>The guard of a claim locks the row, by lock id, and the worker's lease FOR KEY SHARE,
 *       before anything else in the transaction.
 * </ol>
 *
 * <h2>The invariant, and what keeps it</h2>
 *
 * <em>A row changes hands only by a statement that has it locked and, while it has it locked, finds
 * its owner dead.</em>
 *
 * <ul>
 *   <li>A guarded transaction in flight has the row locked: a claim skips it, whatever the lease
 *       says. So takeover and zombie never overlap: either the zombie commits first, or it finds
 *       another lock id.
 *   <li>The live are never taken for dead: a worker's lease and its row in {@code holdfast.worker}
 *       are committed before its first claim. A claim statement whose snapshot is older than that
 *       sees neither; it can meet the row only by re-checking its newest version, and that
 *       evaluates {@code holdfast.worker_lives} anew, with a snapshot of its own. Hence READ
 *       COMMITTED, whatever the default: the statement brings its own BEGIN.
 *   <li>The dead stay dead: an id is used for one lease, an expired lease is not revived, and a
 *       worker that nobody knows is dead. So forgetting workers is always safe.
 * </ul>
 *
 * <h2>What can go wrong</h2>
 *
 * The answer to a claim is lost: its rows are strays, found by their lock ids, freed before the
 * next claim. The answer to a finish is lost: asked again; what looks like "not ours" is looked at
 * before it counts as lost. A row kills its worker each time: attempts are counted at the claim, so
 * it is parked. A handler throws: backoff, then parked.
 *
 * <h2>What it does not promise</h2>
 *
 * Services outside hear from zombies: give them the version, and let them refuse lower ones. Lock
 * ids that others wrote into the column count as dead workers'.
 */
@NullMarked
package dev.holdfast.claim;

import org.jspecify.annotations.NullMarked;
