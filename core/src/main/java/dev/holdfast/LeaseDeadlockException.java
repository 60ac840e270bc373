package dev.holdfast;

/**
 * Those who hold leases wait for each other: nobody would get on. This wait was ended so that the
 * others can. Give back what you hold, then begin again; acquire in one order everywhere, or all at
 * once ({@code acquireAll}): then it can't happen.
 */
public final class LeaseDeadlockException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final String cycle;

  public LeaseDeadlockException(String resource, String cycle) {
    super(
        "waiting for "
            + resource
            + " would never end: "
            + cycle
            + "; give back what you hold and begin again; acquire in one order everywhere, or all"
            + " at once with acquireAll",
        null);
    this.resource = resource;
    this.cycle = cycle;
  }

  /** What was waited for. */
  public String resource() {
    return resource;
  }

  /** Who waits for whom, once round, as a sentence. */
  public String cycle() {
    return cycle;
  }
}
