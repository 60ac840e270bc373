/**
 * A process engine: an instance moves from task to task, one request at a time.
 *
 * <h2>Problem</h2>
 *
 * Two calls of {@code process/next} on one instance at the same time must not both move it. Moving
 * takes long (a task makes documents, calls other systems), so neither a transaction nor a
 * connection may be held meanwhile. Nobody knows which task the second caller meant: it fails, and
 * hears who is at it.
 *
 * <h2>Solution</h2>
 *
 * <ol>
 *   <li>A lease on {@code instance/<id>}, refused at once if somebody has it: 409 with the holder,
 *       since when and until when.
 *   <li>The task's work, without transaction or connection.
 *   <li>One transaction of Spring's, guarded by the lease: the instance's next task and a line of
 *       history with the fence.
 * </ol>
 *
 * A process that dies in the middle keeps the instance until its lease expires; the next caller
 * goes on from the task that is stored. One that was only slow can't store its result any more: the
 * guard refuses it (410).
 *
 * <h2>What it does not promise</h2>
 *
 * A task's work may be done twice: by one who died before storing, and again by the next. Work
 * outside the database gets the fence, to be refused there if it is late.
 */
@NullMarked
package dev.holdfast.examples.processengine;

import org.jspecify.annotations.NullMarked;
