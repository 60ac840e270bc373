/**
 * Holdfast beside the bare statements that bound it and the peers that a team would pick instead,
 * in one run on one machine.
 *
 * <p>Figures move by a factor of two from hour to hour on a shared machine; the ratio of two that
 * were measured within the same second does not. So every {@link
 * dev.holdfast.bench.measure.Contender} of a scenario is warmed up first and then measured in turn,
 * round after round ({@link dev.holdfast.bench.measure.Rounds}), the ratio is taken within each
 * round, and what is judged ({@link dev.holdfast.bench.report.Target}) is the median of the ratios,
 * with their spread beside it.
 *
 * <p>Times are reported, never asserted. What is asserted is counted: round trips, statements,
 * bytes of WAL, connections ({@link dev.holdfast.bench.scenario.CountsScenario}). These are the
 * same on every machine and fail the run when they rise.
 *
 * <p>Packages, each depending only on those before it: {@code report} (figures, targets, verdicts),
 * {@code measure} (contenders in turn), {@code server} (processes that a run starts), {@code
 * contender} (Holdfast and bare statements), {@code peer}, {@code scenario}; {@code page} writes
 * what a run found into the documentation.
 */
@NullMarked
package dev.holdfast.bench;

import org.jspecify.annotations.NullMarked;
