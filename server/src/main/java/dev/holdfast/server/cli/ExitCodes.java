package dev.holdfast.server.cli;

/** What the shell learns; the numbers are those of sysexits.h and of shells. */
final class ExitCodes {
  static final int OK = 0;

  /** The answer is no: a schema that differs, a release that came too late. */
  static final int NO = 1;

  /** The policy file cannot be understood. */
  static final int NOT_A_POLICY = 2;

  static final int USAGE = 64;
  static final int DATABASE_UNREACHABLE = 69;
  static final int LEASE_LOST = 70;
  static final int BUSY = 75;

  /** The schema is missing, or of another version. */
  static final int CONFIGURATION = 78;

  static final int NOT_EXECUTABLE = 126;
  static final int NOT_FOUND = 127;

  /** A signal while waiting: the JVM then ends with 128 + n, whatever is said here. */
  static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
