/**
 * The lock-order graph: from a program that ran well, the deadlocks that could have been.
 *
 * <p><b>Promise.</b> A {@link dev.holdfast.policy.graph.LockRecorder} around a data source keeps
 * what transactions do. {@link dev.holdfast.policy.graph.LockGraph} goes through them again with
 * the analysis of {@link dev.holdfast.policy.sql} and finds where one transaction asks for what
 * another holds, all around a circle, in modes that conflict at each place; foreign keys, cascades,
 * triggers, deferred constraints and unique indexes included. {@link
 * dev.holdfast.policy.graph.Replay} runs such a circle on PostgreSQL.
 *
 * <p><b>How.</b> Recording is apart from judging: a recorder keeps statements, parameters and
 * stacks, no locks. Transactions that ran the same statements from the same places are one kind, of
 * which a few samples are kept. Judging needs the catalog, which a test suite may create only while
 * it runs, so it comes last. It walks through each transaction: locks come, savepoints that are
 * rolled back take them away, and each lock that would wait makes an edge from each lock held.
 * Circles are looked for by table, as another run may bring other rows; within one table by row,
 * where all columns of a key are known from the text and its parameters.
 *
 * <p><b>What makes no finding.</b> Locks that do not wait (NOWAIT, SKIP LOCKED); modes that do not
 * conflict; rows that the transaction made itself; locks that it has already; and circles whose
 * transactions could not stand there at one time, because two of them would hold the same row, or
 * table, in modes that exclude each other: a gate. The rows of a declared singleton are one row.
 *
 * <p><b>What it does not promise.</b> It sees what ran. It judges by tables: a circle may need rows
 * that never meet. It takes a lock by key on a table into which the transaction put a row with a
 * generated key for one on that row. Statements that failed are not looked at, nor are advisory
 * locks. What the analysis did not understand is listed, not guessed.
 */
@NullMarked
package dev.holdfast.policy.graph;

import org.jspecify.annotations.NullMarked;
