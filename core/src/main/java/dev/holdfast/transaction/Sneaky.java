package dev.holdfast.transaction;

/** Throws what a user's function threw, as it is, through code that does not know its type. */
final class Sneaky {

  private Sneaky() {}

  @SuppressWarnings("unchecked")
  static <X extends Throwable> RuntimeException rethrow(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
