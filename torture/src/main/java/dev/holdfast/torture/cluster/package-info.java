/**
 * PostgreSQL servers to be broken: each a process tree under our control, by its process id.
 *
 * <p>An {@link dev.holdfast.torture.cluster.Instance} is one server in a directory of its own: it
 * can be killed, frozen, stopped in PostgreSQL's ways and started again on the same port. A {@link
 * dev.holdfast.torture.cluster.Pair} is a primary with a standby that takes over and comes back by
 * pg_rewind. {@link dev.holdfast.torture.cluster.FakeClock} moves the clock of one server alone,
 * {@link dev.holdfast.torture.cluster.SmallDisk} is a disk that can be filled.
 *
 * <p>Between each server and this JVM stands a shell that waits for the end of its input: whatever
 * ends this JVM ends the servers, too.
 */
@NullMarked
package dev.holdfast.torture.cluster;

import org.jspecify.annotations.NullMarked;
