package dev.holdfast;

/** This {@link Holdfast} was closed; what was asked for was not done. Use a new one. */
public final class ClosedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public ClosedException() {
    super("this Holdfast is closed: nothing was done; open a new one with Holdfast.on(…)", null);
  }
}
