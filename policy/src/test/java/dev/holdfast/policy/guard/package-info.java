/** The guard on PostgreSQL: what it refuses, what it lets pass, and that nothing was sent. */
@NullMarked
package dev.holdfast.policy.guard;

import org.jspecify.annotations.NullMarked;
