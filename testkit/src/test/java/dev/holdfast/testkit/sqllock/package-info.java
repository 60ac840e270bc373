/**
 * A plain lock in one SQL table, and broken ones: the contract suite passes for the first and
 * catches each of the others.
 */
@NullMarked
package dev.holdfast.testkit.sqllock;

import org.jspecify.annotations.NullMarked;
