/**
 * Versions: a write goes through only if the row still is what the writer saw.
 *
 * <h2>Promise</h2>
 *
 * Every write names the version that it goes on from. It is done if that is still the row's
 * version, which rises with it; otherwise nothing is written, and the writer hears which version
 * there is now. So no update is lost, however many write, and no lock is held while people think.
 * No write waits longer than its lock timeout for a row that somebody has locked.
 *
 * <h2>Protocol</h2>
 *
 * <ol>
 *   <li>One UPDATE with key and version in its WHERE, the next version in its SET and in its
 *       RETURNING; the lock timeout is set by the same statement. One round trip. In the caller's
 *       transaction the timeout is set back by the same statement, too.
 *   <li>No row came back: that may be a changed row or a missing one. The statement itself can't
 *       tell (its snapshot can be older than the change it waited for), so a second one reads.
 *   <li>Under REPEATABLE READ and SERIALIZABLE the same race is a serialization failure. Here it is
 *       a stale version like any other. In a transaction of our own the row is read anew; in the
 *       caller's, which is over then, the current version stays unknown.
 *   <li>A version by time is the later of the clock and the old version plus a microsecond: it
 *       rises even if the clock stands still or goes back.
 *   <li>A batch locks its rows in the order of their keys before it writes the first.
 * </ol>
 *
 * <h2>What can go wrong</h2>
 *
 * The connection breaks before the answer comes: {@link dev.holdfast.CommitUnknownException}; read
 * the row before writing again. A trigger or a policy keeps the row as it is: said so, after a few
 * tries. A trigger that writes the version column itself: then the version is only as good as that
 * trigger.
 *
 * <h2>What it does not promise</h2>
 *
 * Writers that don't name a version (plain UPDATE statements) are not stopped; if they don't raise
 * the version either, nobody hears of them. A row deleted and inserted again begins with version 1:
 * who still remembers a version of the old row could match the new one; a version by time doesn't
 * have this. Under contention somebody always gets through, but nobody in particular: for hot rows
 * take a row lock.
 */
@NullMarked
package dev.holdfast.version;

import org.jspecify.annotations.NullMarked;
