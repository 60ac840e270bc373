/**
 * Hostile input for what reads input: resource names, SQL texts, policy files, HTTP requests.
 *
 * <p>Three things must not happen. A crash: anything thrown that is not the error which is meant
 * for bad input, a status of 500. A hang: a minute for one input (a slow machine is no finding).
 * Silence: an input that is neither taken for what it is nor complained about, such as a name that
 * the client accepts and the database would store as another, or an UPDATE of which the analysis
 * tells neither locks nor doubts.
 *
 * <p>Inputs are made from good ones by a {@link dev.holdfast.torture.fuzz.Mangler}; the same seed
 * makes the same inputs, and a finding prints its input.
 */
@NullMarked
package dev.holdfast.torture.fuzz;

import org.jspecify.annotations.NullMarked;
