/**
 * A PostgreSQL of one's own in a directory, for those who have none at hand: the command line
 * without an address, and tests.
 *
 * <h2>Two ways to live</h2>
 *
 * <p>{@link dev.holdfast.embedded.PostgresServer} is for tests and benches and <em>must not outlive
 * the JVM</em>. {@link dev.holdfast.embedded.EmbeddedDatabase} is for people's data and <em>must
 * outlive the JVM</em> that started it, because others use it too. So they run in opposite ways:
 *
 * <ul>
 *   <li>The test server is the child of a small shell that reads from a pipe whose other end the
 *       JVM holds. However the JVM ends, {@code kill -9} included, the pipe closes, and the shell
 *       stops the server and deletes its directory. Nothing has to be cleaned up later, and no list
 *       of what to clean up can go stale.
 *   <li>The database is a daemon that {@code pg_ctl} starts in a session of its own. Two file locks
 *       say who may do what: {@code lock} is held by the one process that is starting or stopping
 *       the server, {@code users} is held, shared, by every process that uses it. Whoever leaves
 *       and can then lock {@code users} for itself was the last, and stops the server. The
 *       operating system drops the locks of dead processes, so there is no state that could be
 *       wrong.
 * </ul>
 *
 * <h2>What can go wrong</h2>
 *
 * <ul>
 *   <li>A process is killed while it prepares the data: they appear by a rename, so there are none,
 *       and the next process begins anew.
 *   <li>A process is killed while it starts or stops the server: the server itself finishes that;
 *       the next process waits for it (2 minutes at most) and looks again.
 *   <li>The last user is killed: the server stays, idle, until the next user comes and leaves.
 *   <li>The server is killed, or the machine: PostgreSQL recovers at the next start. If its old
 *       process id is somebody else's by now, this is found out by where that process works.
 *   <li>The port is taken by another: the next start chooses a new one. Processes that have the
 *       database open keep the address they have.
 *   <li>The disk is full, the directory is not ours, is somebody else's, or holds the data of
 *       another major version: an {@link dev.holdfast.embedded.EmbeddedPostgresException} says so,
 *       and what to do.
 * </ul>
 *
 * <h2>Who runs it</h2>
 *
 * <p>PostgreSQL refuses to run as root, and root is what one is in a container. There the server
 * runs in a user namespace of its own ({@code unshare -U}) or, where that is forbidden, as {@code
 * postgres} or {@code nobody}. Everybody else just runs it. It listens on 127.0.0.1 only, without a
 * Unix socket; the database of a directory asks for a password that only the directory's owner can
 * read, a test server for none.
 *
 * <h2>What it does not promise</h2>
 *
 * <p>Not Windows. No upgrade of data from one major version to the next. Locks of files must work,
 * so no data directory on a network share of several machines. The log of the database of a
 * directory is started anew with the server, the one before is kept; while the server runs, nothing
 * cuts it.
 */
@NullMarked
package dev.holdfast.embedded;

import org.jspecify.annotations.NullMarked;
