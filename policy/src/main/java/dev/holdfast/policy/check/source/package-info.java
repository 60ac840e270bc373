/**
 * Finds the SQL in source files and puts it together as the program would.
 *
 * <p>Each file is read once, by as many threads as there are processors, into {@code Facts}: the
 * strings that may be SQL, as small trees of literals, names and choices, and what names stand for.
 * The syntax trees are then forgotten. Once all files are read, names are looked up across files
 * and each string is folded. What only the running program knows is a hole in the text, with a mark
 * that reads as a name; who judges the text decides whether it matters there.
 *
 * <p>It is a reading of sources, not an execution: a string that a method gets as an argument is a
 * hole, a variable that two branches set differently is two texts, and code behind reflection or
 * generated at build time is not seen.
 */
@NullMarked
package dev.holdfast.policy.check.source;

import org.jspecify.annotations.NullMarked;
