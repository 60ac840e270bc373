/**
 * Transactions that tell the truth about their end.
 *
 * <p>Two things go wrong with a plain {@code commit()}: on a transaction that already failed it can
 * return normally although PostgreSQL rolled back, and when its answer is lost nobody knows what
 * happened. Here the first is found before the commit, and the second is settled by asking the
 * database about the transaction's id on another connection; only when that can't be told either
 * does the caller get a {@link dev.holdfast.CommitUnknownException}. The function is never run a
 * second time after a commit that may have happened.
 */
@NullMarked
package dev.holdfast.transaction;

import org.jspecify.annotations.NullMarked;
