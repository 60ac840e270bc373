package dev.holdfast.transaction;

/** A {@link TransactionFunction} that has nothing to give back. */
@FunctionalInterface
public interface TransactionAction<X extends Exception> {

  void run(Transaction transaction) throws X;
}
