/**
 * Holdfast in a Spring Boot application, one jar for Boot 3.5 and 4.1.
 *
 * <p><b>Promise.</b> {@link dev.holdfast.spring.Leased} is taken before a transaction begins and
 * given back after it ended, and transactions that begin in between can commit only while it is
 * ours. {@link dev.holdfast.spring.RetryOnConflict} goes around {@code @Transactional}. Neither
 * hangs on configured orders, and neither is silently without effect: what can't be intercepted
 * does not start.
 *
 * <p><b>How.</b> Post-processors ({@code AnnotationProxies}) put the interceptors in front of all
 * advice that a bean has by then, retries first, then leases, so that the lease is outermost. The
 * current lease is bound to the thread; every transaction manager tells the guard when a
 * transaction begins, and the guard is its first statement, on the transaction's own connection.
 *
 * <p><b>One jar.</b> Compiled against Boot 3.5, using what both lines have. What moved is named in
 * strings ({@code afterName}) or lives in a class of its own that only the line which has it loads.
 *
 * <p><b>Not promised.</b> Calls within the same object pass all proxies by. A lease does not follow
 * work to other threads, except through the stage that the method answers. Transactions on other
 * DataSources, JTA's and read-only ones are not guarded.
 */
@NullMarked
package dev.holdfast.spring;

import org.jspecify.annotations.NullMarked;
