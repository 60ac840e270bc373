/** What docs/testing.md shows, run. */
@NullMarked
package dev.holdfast.testkit.samples;

import org.jspecify.annotations.NullMarked;
