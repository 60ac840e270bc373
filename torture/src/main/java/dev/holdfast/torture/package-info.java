/**
 * Breaks what can break while several processes work, writes down what each of them saw, and judges
 * it afterwards.
 *
 * <p>{@code history} is the record, {@code check} the judge; neither knows how a run is made.
 */
@NullMarked
package dev.holdfast.torture;

import org.jspecify.annotations.NullMarked;
