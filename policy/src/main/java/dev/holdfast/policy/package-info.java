/**
 * Lock order as a policy: the model that everything else asks.
 *
 * <p><b>Promise.</b> {@link dev.holdfast.policy.Policy} says which tables may be locked together,
 * in which order and by whom. Whoever keeps it cannot deadlock: each transaction locks tables of
 * one cluster only, from the top of its list to the bottom, each row at once as strongly as it will
 * be needed. A {@link dev.holdfast.policy.Violation} is a lock that does not: the {@link
 * dev.holdfast.policy.Rule}, the table, the reason, what to do.
 *
 * <p><b>How it works.</b> Here are values only, immutable and without a way to the outside; this
 * package uses no other. Around it, by what they do:
 *
 * <ul>
 *   <li>{@code file}: the policy file, read into this model
 *   <li>{@code lint}: what a policy says against itself
 *   <li>{@code document}: the policy for people, in Markdown and as a picture
 *   <li>{@code sql}: which locks a statement takes
 *   <li>{@code rules}: the locks of one transaction held against the policy
 *   <li>{@code check}: the SQL in source files, by those rules
 *   <li>{@code jdbc}, {@code guard}: what runs on a data source, by those rules
 *   <li>{@code graph}: what ran in tests, with or without a policy
 * </ul>
 *
 * <p><b>What can go wrong.</b> A policy may contradict itself and is still a policy; the lint says
 * where. An exemption ends on its day.
 *
 * <p><b>What it does not promise.</b> The policy orders tables, not rows: two transactions that
 * lock two rows of one table in opposite order deadlock under any policy. Lock rows by key order,
 * as {@code Rows} of the core does; the lock-order graph finds those that don't.
 */
@NullMarked
package dev.holdfast.policy;

import org.jspecify.annotations.NullMarked;
