/**
 * What a policy says against itself, found before code is held against it.
 *
 * <p><b>Promise.</b> {@link dev.holdfast.policy.lint.PolicyLint} finds operations that deadlock on
 * paper, operations that break the order or the rules they live under, lists that are not what they
 * claim, and exemptions that are over, without reason or without end. Each finding has a place in
 * the file, a reason and what to do.
 *
 * <p><b>How it works.</b> One class a subject: clusters, operations, pairs of operations,
 * exemptions. None looks at code or at a database; all is in the policy.
 *
 * <p><b>What it does not promise.</b> A policy without findings can be kept. Whether it is kept,
 * the check, the guard and the graph say.
 */
@NullMarked
package dev.holdfast.policy.lint;

import org.jspecify.annotations.NullMarked;
