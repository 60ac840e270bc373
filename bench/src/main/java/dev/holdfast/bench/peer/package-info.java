/**
 * The locks that a team would pick instead, each used as its documentation says.
 *
 * <p>A {@link dev.holdfast.bench.peer.Peer} opens a client ({@link dev.holdfast.bench.peer.Locks}),
 * which gives each caller a handle on a key ({@link dev.holdfast.bench.peer.KeyLock}). Holdfast
 * stands behind the same interface, so that what is around the locks costs all of them the same.
 * All run in the bench's own JVM and on its class path; what they keep their locks in is a server
 * on this machine, in a process of its own ({@link dev.holdfast.bench.peer.Backend}), and its CPU
 * time is counted as the database's is.
 *
 * <p>What is as it comes: pool sizes, threads, retry policies, the time between two tries. What is
 * not stands in the class of the peer, and why: all is in favour of the peer.
 */
@NullMarked
package dev.holdfast.bench.peer;

import org.jspecify.annotations.NullMarked;
