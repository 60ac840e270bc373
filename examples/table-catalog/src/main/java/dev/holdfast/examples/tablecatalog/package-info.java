/**
 * A table catalog in the shape of the Iceberg REST catalog: commits to table metadata, by any
 * number of writers, over any number of processes.
 *
 * <h2>Problem</h2>
 *
 * A commit says what it requires (the table is still this one, its branch still points there) and
 * what it changes. Between the check and the write nobody else may commit to that table; commits to
 * several tables are all or nothing.
 *
 * <h2>Solution</h2>
 *
 * <ol>
 *   <li>One transaction: the tables' rows are locked in the order of their keys, so that commits
 *       which name them in opposite order can't deadlock.
 *   <li>The requirements are checked on what was read under the lock; the updates are applied and
 *       written.
 *   <li>A lock timeout, a deadlock or a serialization failure rolls back; after a pause the whole
 *       transaction runs again, up to a number of retries and, above all, up to a deadline. Then:
 *       409, the table is being modified by another operation.
 * </ol>
 *
 * Lock timeout, retry interval and retries have their names of old in YAML and in the environment.
 * Retries alone bound nothing (each waits for the lock timeout again): the deadline does.
 */
@NullMarked
package dev.holdfast.examples.tablecatalog;

import org.jspecify.annotations.NullMarked;
