/**
 * The guard: every statement of every transaction against the policy, while the program runs.
 *
 * <p><b>Promise.</b> Around a data source ({@link dev.holdfast.policy.guard.PolicyDataSource}), no
 * statement takes a lock against the policy without a finding; where the guard throws, it does so
 * before anything is sent, so that no lock was taken and the transaction can go on. What can't be
 * understood is a finding too.
 *
 * <p><b>How.</b> Each connection has a session that hears of its steps ({@link
 * dev.holdfast.policy.jdbc}). A statement's text is analysed once and remembered; its locks are put
 * to the {@linkplain dev.holdfast.policy.rules.TransactionRules rules} of the transaction, which
 * keep what it has locked so far. Statements without locks cost a look into a map. COMMIT asks
 * about locks of deferred constraints; ROLLBACK TO forgets what was locked since; COMMIT, ROLLBACK
 * and closing forget everything, so a retry begins with nothing. A statement that failed left no
 * locks.
 *
 * <p><b>Who.</b> {@link dev.holdfast.policy.guard.Operation} says in which declared operation, or
 * admin flow, a thread is, {@link dev.holdfast.policy.guard.LockHelpers} in which lock helper.
 * Where the policy names helper packages, the stack is looked at as well, at explicit row locks
 * only.
 *
 * <p><b>What it does not promise.</b> It judges by tables, not rows; by what statements may lock,
 * not by what they did. It does not see what {@code unwrap(PGConnection.class)} leads to, nor other
 * connections. A thread that works for an operation of another thread must declare it itself.
 */
@NullMarked
package dev.holdfast.policy.guard;

import org.jspecify.annotations.NullMarked;
