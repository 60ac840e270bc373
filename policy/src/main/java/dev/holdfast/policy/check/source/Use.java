package dev.holdfast.policy.check.source;

/**
 * A place of the source where a string may be SQL.
 *
 * @param order of the uses of one file
 */
record Use(Text text, Owner owner, How how, Role role, int order) {

  /** How sure the source is that this string goes to a database. */
  enum Role {
    /** An argument of a method that takes SQL, beyond doubt: {@code prepareStatement}. */
    SURE,
    /** An argument of a method that takes SQL if it is what its name and its object's say. */
    LIKELY,
    /** Handed on, to whatever. */
    PASSED,
    /** Only kept: looked at where nothing else uses it. */
    KEPT;

    boolean isSure() {
      return this == SURE || this == LIKELY;
    }
  }
}
