/**
 * What Holdfast believes about PostgreSQL and its driver, as tests that need nothing of Holdfast.
 *
 * <p>Each test names the part that relies on it. When one fails on a new major or driver, that part
 * has to be thought through again before anything else. {@link
 * dev.holdfast.facts.PostgresBehaviourTest} runs them all on each major.
 */
@NullMarked
package dev.holdfast.facts;

import org.jspecify.annotations.NullMarked;
