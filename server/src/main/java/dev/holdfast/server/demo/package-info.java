/**
 * A small town that never sleeps: actors who use leases and row locks as applications do, well and
 * badly, so that there is something true to see in the console, in {@code top} and in {@code
 * blockers}.
 *
 * <p>Each actor is a few lines in a loop on a thread of its own, with a Holdfast of its own, as a
 * process would have. What goes wrong goes wrong for real: a lease runs out under a worker that
 * forgot to renew it, its late write is refused by the guard, two carriers meet in a circle, a
 * session idles in a transaction. Nothing is written into the tables that show it.
 */
@NullMarked
package dev.holdfast.server.demo;

import org.jspecify.annotations.NullMarked;
