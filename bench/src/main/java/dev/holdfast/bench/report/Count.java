package dev.holdfast.bench.report;

/**
 * Something counted, the same on every machine: more of it than the limit is a regression.
 *
 * @param what such as "round trips of an acquire"
 */
public record Count(String what, double measured, double limit) {

  public boolean isWithin() {
    return measured <= limit;
  }
}
