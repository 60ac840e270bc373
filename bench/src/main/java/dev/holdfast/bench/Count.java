package dev.holdfast.bench;

/**
 * Something counted, the same on every machine: more of it than the limit is a regression.
 *
 * @param what such as "round trips of an acquire"
 */
record Count(String what, double measured, double limit) {

  boolean isWithin() {
    return measured <= limit;
  }
}
