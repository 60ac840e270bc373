/**
 * The rules: locks of one transaction held against the policy.
 *
 * <p><b>Promise.</b> {@link dev.holdfast.policy.rules.TransactionRules} takes the locks of a
 * transaction as they come, in the form in which {@code dev.holdfast.policy.sql} shows them, and
 * answers with the violations of each statement. It is the only place that judges: the static check
 * and the runtime guard both ask it, so they never differ about what the policy means.
 *
 * <p><b>How it works.</b> {@code HeldLocks} is what the transaction has; one class a question asks
 * about the next lock: may it be locked at all, is it of this cluster, is it its turn, did the
 * operation say so. Savepoints are marks to go back to. {@code Exempting} takes out what the policy
 * exempts today.
 *
 * <p><b>What can go wrong.</b> A table that the policy does not name, and SQL that nobody could
 * read, are violations, never silence.
 */
@NullMarked
package dev.holdfast.policy.rules;

import org.jspecify.annotations.NullMarked;
