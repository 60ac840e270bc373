/**
 * Holdfast keeps two requests from corrupting one row. {@link dev.holdfast.Holdfast} is the one way
 * in; beside it stand the settings, the events, and the errors.
 *
 * <p>Every error is a {@link dev.holdfast.HoldfastException}: a sealed tree whose members carry
 * what they are about (resource, holder, fence) and say what to do next. {@link
 * dev.holdfast.Problem} is the one place that knows which HTTP status each of them is.
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
