package dev.holdfast;

/**
 * A request that changes something came without an If-Match header, where one is required. Send the
 * ETag of the state that the change was made on.
 */
public final class VersionRequiredException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public VersionRequiredException() {
    super(
        "the request has no If-Match header: read the resource, then send its ETag in If-Match, so"
            + " that nobody's change is overwritten",
        null);
  }
}
