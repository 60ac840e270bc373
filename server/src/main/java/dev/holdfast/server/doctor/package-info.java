/**
 * Looks at a database as Holdfast depends on it, and says what to do about what it finds.
 *
 * <p>A check is a short method that asks one thing and answers with a {@link
 * dev.holdfast.server.doctor.Finding}; {@link dev.holdfast.server.doctor.Doctor} runs them all,
 * each by itself: one that fails is a finding, too. Nothing is changed in the database. What counts
 * as a problem is what breaks a promise of Holdfast's (docs/guarantees.md); what only makes trouble
 * harder to see is a note.
 */
@NullMarked
package dev.holdfast.server.doctor;

import org.jspecify.annotations.NullMarked;
