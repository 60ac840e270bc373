/**
 * Other processes under a test's control: only a process can die, or stop for longer than its
 * lease.
 *
 * <p>A child speaks lines on its standard input and output. It ends when its input ends, so it
 * never outlives the test's JVM, however that one ends.
 */
@NullMarked
package dev.holdfast.testkit.process;

import org.jspecify.annotations.NullMarked;
