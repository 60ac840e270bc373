/**
 * An assessment platform that keeps a lock-order policy: candidates take evaluations, results are
 * corrected, programmes enrol people, administrators give roles and forget users.
 *
 * <p>Its policy is {@code holdfast-policy.yaml}. Every statement goes through the policy's guard,
 * which refuses what breaks it ({@link dev.holdfast.examples.evalium.db.GuardedSchema}). Each write
 * is an operation of the policy ({@link dev.holdfast.examples.evalium.db.Work}), in one transaction
 * and one cluster. Explicit row locks stand in {@code locks} alone. What reaches from one cluster
 * into another is two transactions: an enrolment and its assignments by a claim on {@code
 * programme_assignment_outbox}, a submission and the programme's progress by Holdfast's outbox, the
 * privacy job by a job of three steps.
 */
@NullMarked
package dev.holdfast.examples.evalium;

import org.jspecify.annotations.NullMarked;
