/**
 * What the processes under torture do: they use Holdfast through its public API, as applications
 * do, and write down what they saw.
 *
 * <p>A {@link dev.holdfast.torture.workload.Crew} is the set of child processes, each with a
 * network of its own (a proxy), so that one of them can be cut off while the others go on. In a
 * child several threads take leases on a few resources and write under their guard ({@code
 * LeaseWork}), update versions, lock rows in any order, claim rows, publish events and handle them.
 *
 * <p>Guarded writes go to a journal whose order is that of the commits: each takes the resource's
 * row first. Writes outside go to an {@link dev.holdfast.torture.workload.OutsideResource}, which
 * does what a service that was given a fence should do: it keeps the highest and refuses lower
 * ones.
 *
 * <p>Only what surely did not happen is written down as failed: a transaction whose function never
 * returned, a refusal, a rollback that Holdfast promises. Everything else without an answer is
 * unknown.
 *
 * <p>Where servers take over from each other, the epoch (the timeline of the server's WAL) comes
 * before the fence: what a process tells others is the pair of both, so that a server that missed
 * the last grants can't give out a pair that was seen before.
 *
 * <p>A {@link dev.holdfast.torture.workload.Slip} has all of them get one thing wrong, to see
 * whether it is found.
 */
@NullMarked
package dev.holdfast.torture.workload;

import org.jspecify.annotations.NullMarked;
