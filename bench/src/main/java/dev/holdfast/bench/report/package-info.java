/** What is told: figures, counts, targets and the verdicts on them. */
@NullMarked
package dev.holdfast.bench.report;

import org.jspecify.annotations.NullMarked;
