/**
 * Lock order as a policy: declared in one file, read into one model.
 *
 * <p><b>Promise.</b> {@link dev.holdfast.policy.Policy} says which tables may be locked together,
 * in which order and by whom. Whoever keeps it cannot deadlock: each transaction locks tables of
 * one cluster only, from the top of its list to the bottom, each row at once as strongly as it will
 * be needed. Everything else asks this one model: the lint whether it contradicts itself, the
 * static check and the runtime guard whether locks keep it, the document shows it.
 *
 * <p><b>How it works.</b> {@link dev.holdfast.policy.PolicyReader} reads the file and tells all its
 * errors at once, each with line and column. {@link dev.holdfast.policy.PolicyLint} finds what is
 * well written and still contradicts itself. {@link dev.holdfast.policy.TransactionRules} takes the
 * locks of one transaction as they come, in the form in which {@code dev.holdfast.policy.sql} shows
 * them, and answers with {@link dev.holdfast.policy.Violation}s: the {@link
 * dev.holdfast.policy.Rule}, the table, the reason, what to do. {@link
 * dev.holdfast.policy.PolicyDocument} writes the policy for people and says when what is written is
 * not the policy any more.
 *
 * <p><b>What can go wrong.</b> A table that the policy does not name, and SQL that nobody could
 * read, are violations, never silence. An exemption ends on its day. A policy file is input from
 * outside: its size, depth and number of errors have bounds, and aliases and tags are refused.
 *
 * <p><b>What it does not promise.</b> The policy orders tables, not rows: two transactions that
 * lock two rows of one table in opposite order deadlock under any policy. Lock rows by key order,
 * as {@code Rows} of the core does; the lock-order graph finds those that don't.
 */
@NullMarked
package dev.holdfast.policy;

import org.jspecify.annotations.NullMarked;
