/**
 * A permit workflow: officers claim, forward and decide applications, citizens edit them.
 *
 * <h2>Problem</h2>
 *
 * Two officers must not both claim one application, no transition may be decided on stale data, and
 * no edit of a citizen may be lost.
 *
 * <h2>Solution: two strategies, each where it fits</h2>
 *
 * <ul>
 *   <li>Transitions lock the row: short, with side effects that must happen once. A lock timeout of
 *       5 seconds, no retries: the officer decides whether to try again. Of many who claim at once
 *       one does; the others hear that it is claimed already (409).
 *   <li>Edits name the version that they go on from: no lock while people think. An edit of an
 *       older version is refused: 412 if the version came by If-Match, 409 if it came in the body.
 *       It waits for a row lock no longer than 5 seconds, too.
 * </ul>
 *
 * Both raise {@code row_version}, so that whoever read the application before a transition hears of
 * it. A decision may name the version that the officer has read; then nothing is approved that
 * nobody saw.
 */
@NullMarked
package dev.holdfast.examples.permitworkflow;

import org.jspecify.annotations.NullMarked;
