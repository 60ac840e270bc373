package dev.holdfast.embedded;

/** How a PostgreSQL server is told to stop. */
public enum StopMode {
  /** Ends the sessions, rolls back what is open, writes a checkpoint. */
  FAST("INT"),
  /** Drops everything at once, like a power cut: the next start recovers from the log. */
  IMMEDIATE("QUIT");

  private final String signal;

  StopMode(String signal) {
    this.signal = signal;
  }

  String signal() {
    return signal;
  }
}
