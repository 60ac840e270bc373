package dev.holdfast.server.http;

/** Why somebody did something by force; who it was stands beside it. */
final class Reasons {
  private static final int MOST = 1_000;

  private Reasons() {}

  /** Checks the reason and answers how the caller is called in the records. */
  static String checked(String reason, Caller caller) {
    boolean plain = reason.chars().noneMatch(Character::isISOControl);
    if (reason.length() > MOST || !plain) {
      throw HttpProblem.invalid(
          "a reason has at most " + MOST + " characters, none of them a control character");
    }
    return "token " + caller.name();
  }
}
