/**
 * The faults that Holdfast has to survive, numbered as in the table of the guarantees.
 *
 * <p>A {@link dev.holdfast.torture.fault.Fault} breaks something while the processes work, holds
 * for a bounded time and is healed. It says on which {@link dev.holdfast.torture.fault.Stage} it
 * can be played (one server, one with a clock that can be set, small disks, a pair, a pooler), and
 * which invariants nobody can promise under it: all others must hold. What a history can't show, a
 * fault looks at itself and complains.
 *
 * <p>A strike counts only if it hit: each fault tells the {@link dev.holdfast.torture.fault.Scene}
 * what it did by what others saw of it (the kernel, the server, its log, the proxy), not by what it
 * ordered. A fault that was played and never hit is complained of like a broken promise, since
 * nothing was tested by it. Where chance alone would make it miss, it waits, within a bound, for
 * something to hit.
 *
 * <p>All that is left to chance comes from the seed of the run: the same seed plays the same faults
 * in the same order on the same victims. Threads and processes are as free as ever, so a seed
 * brings a violation back often, not always.
 */
@NullMarked
package dev.holdfast.torture.fault;

import org.jspecify.annotations.NullMarked;
