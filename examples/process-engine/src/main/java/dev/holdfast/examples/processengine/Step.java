package dev.holdfast.examples.processengine;

import java.time.Instant;

/**
 * A line of an instance's history.
 *
 * @param fence of the lease under which it was taken, as text: it has 64 bits
 * @param lockedBy who held that lease
 */
record Step(Task fromTask, Task toTask, String fence, String lockedBy, Instant at) {}
