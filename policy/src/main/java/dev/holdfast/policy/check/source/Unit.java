package dev.holdfast.policy.check.source;

/**
 * Statements that are taken to run in one transaction, or not.
 *
 * @param id the same for all of one unit
 * @param operation what {@code Operation.run} around it declares; empty where nothing does
 */
public record Unit(String id, Boundary boundary, String operation) {

  /** What makes one transaction of a run of statements. */
  public enum Boundary {
    /** Nothing that the source shows: each statement is looked at alone. */
    NONE(""),
    ANNOTATION("the method is @Transactional"),
    LAMBDA("a function handed to a transaction runner"),
    AUTOCOMMIT_OFF("the method turns autocommit off"),
    BLOCK("it stands between BEGIN and COMMIT");

    private final String reason;

    Boundary(String reason) {
      this.reason = reason;
    }

    /** Why: half a sentence for people. */
    public String reason() {
      return reason;
    }
  }

  static Unit alone(String id) {
    return new Unit(id, Boundary.NONE, "");
  }

  Unit with(Boundary newBoundary) {
    return new Unit(id, newBoundary, operation);
  }
}
