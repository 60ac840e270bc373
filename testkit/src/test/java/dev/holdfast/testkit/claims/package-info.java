/** Claims and jobs under what only a process can do: die, and stand still. */
@NullMarked
package dev.holdfast.testkit.claims;

import org.jspecify.annotations.NullMarked;
