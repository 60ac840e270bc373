package dev.holdfast.server.doctor;

/**
 * What one check found.
 *
 * @param level how bad it is
 * @param check what was looked at, in a word or two
 * @param found what was found, with the figure
 * @param advice what to do about it; empty if nothing
 */
public record Finding(Level level, String check, String found, String advice) {

  /** How bad it is, the best first. */
  public enum Level {
    OK,
    /** Worth knowing. */
    NOTE,
    /** Will hurt some day. */
    WARNING,
    /** Breaks a promise, or nothing works. */
    PROBLEM
  }

  static Finding ok(String check, String found) {
    return new Finding(Level.OK, check, found, "");
  }

  static Finding note(String check, String found, String advice) {
    return new Finding(Level.NOTE, check, found, advice);
  }

  static Finding warning(String check, String found, String advice) {
    return new Finding(Level.WARNING, check, found, advice);
  }

  static Finding problem(String check, String found, String advice) {
    return new Finding(Level.PROBLEM, check, found, advice);
  }
}
