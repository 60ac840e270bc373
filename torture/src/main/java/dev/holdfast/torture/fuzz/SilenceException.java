package dev.holdfast.torture.fuzz;

/** An input was neither taken for what it is nor complained about. */
final class SilenceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SilenceException(String message) {
    super(message);
  }
}
