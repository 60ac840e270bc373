package dev.holdfast.row;

import dev.holdfast.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** Work on a row that is locked, in the transaction that locked it. */
@FunctionalInterface
public interface RowFunction<T extends @Nullable Object, X extends Exception> {

  T apply(Transaction transaction, Row row) throws X;
}
