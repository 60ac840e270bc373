/**
 * A command that must not outlive its lease.
 *
 * <p>Promise: the command and every process it started are ended before the lease's local deadline,
 * whatever happens to holdfast itself: a lost lease, a dead database, a signal, SIGKILL, a pause.
 *
 * <p>How: the command runs in a session of its own, so that its processes can be found when their
 * parents are gone. {@link dev.holdfast.server.child.Supervisor} watches the time that is left and
 * sends TERM one grace before the deadline, then KILL. A second, tiny process, the {@link
 * dev.holdfast.server.child.Guardian}, is told of every renewal through a pipe; it does the same
 * half a grace later when the supervisor is dead (the pipe ends) or hangs (no renewal arrives). On
 * Linux the command makes itself known to the guardian before it runs ({@code start.sh}); elsewhere
 * the supervisor does so, a moment after the start.
 *
 * <p>In the foreground of a terminal the command stays in the terminal's session, or it could not
 * ask for a password; its processes are then found by their parents only.
 *
 * <p>Not promised: a process that left on purpose (a daemon: new session, parent gone) is not
 * found, and a machine that sleeps ends nothing. What is written with the fence is safe there too.
 */
@NullMarked
package dev.holdfast.server.child;

import org.jspecify.annotations.NullMarked;
