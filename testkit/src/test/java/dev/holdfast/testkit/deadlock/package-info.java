/** Deadlocks of leases between real processes. */
@NullMarked
package dev.holdfast.testkit.deadlock;

import org.jspecify.annotations.NullMarked;
