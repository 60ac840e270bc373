package dev.holdfast;

/**
 * The lease is current, but under another token: whoever asked is not its holder. Nothing was
 * changed.
 */
public final class WrongTokenException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final long fence;

  public WrongTokenException(String resource, long fence) {
    super(
        "the lease of "
            + resource
            + " with fence "
            + fence
            + " is held under another token: use the one that it was granted with",
        null);
    this.resource = resource;
    this.fence = fence;
  }

  public String resource() {
    return resource;
  }

  public long fence() {
    return fence;
  }
}
