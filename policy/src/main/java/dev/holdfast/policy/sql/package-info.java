/**
 * Which locks a statement takes, in which order, and why: SQL text and, where there is one, a
 * catalog in; {@link dev.holdfast.policy.sql.StatementLocks} out. What is not understood is said,
 * never left out.
 */
@NullMarked
package dev.holdfast.policy.sql;

import org.jspecify.annotations.NullMarked;
