package dev.holdfast.transaction;

import org.jspecify.annotations.Nullable;

/** Work in a transaction. Whatever it throws rolls the transaction back and reaches the caller. */
@FunctionalInterface
public interface TransactionFunction<T extends @Nullable Object, X extends Exception> {

  T apply(Transaction transaction) throws X;
}
