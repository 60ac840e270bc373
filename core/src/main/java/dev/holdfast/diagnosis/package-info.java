/**
 * Diagnosis: who holds it, who waits, for whom, and what would help.
 *
 * @see dev.holdfast.diagnosis.Diagnosis
 */
@NullMarked
package dev.holdfast.diagnosis;

import org.jspecify.annotations.NullMarked;
