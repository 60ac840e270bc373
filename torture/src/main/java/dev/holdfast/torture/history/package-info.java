/**
 * What happened, as those saw it who did it.
 *
 * <p>Each process writes a file of its own, a line an {@link dev.holdfast.torture.history.Entry},
 * each line with one write, so that a process that is killed leaves all but the last. An operation
 * is an INVOKE before it is sent and one completion: OK, it certainly happened; FAIL, it certainly
 * did not; INFO, nobody can tell (a timeout, a lost answer). An operation without a completion, of
 * a killed process, counts as INFO. To write FAIL for what may have happened would make the checker
 * blind, or make it cry wolf: when in doubt it is INFO.
 *
 * <p>Times are {@code System.nanoTime()}, which is one clock for all processes of a Linux machine
 * and which no clock step moves. So the files of a run merge into one {@link
 * dev.holdfast.torture.history.History}, in which "ended before the other began" is a fact and all
 * else is concurrent.
 *
 * <p>What is written by kind ({@link dev.holdfast.torture.history.Kind}) is the contract between
 * the workloads and the checker. A token is written as a short id, never as the secret.
 */
@NullMarked
package dev.holdfast.torture.history;

import org.jspecify.annotations.NullMarked;
