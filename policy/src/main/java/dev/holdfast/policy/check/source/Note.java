package dev.holdfast.policy.check.source;

/** Something about a file that people should know: it was skipped, or read otherwise than meant. */
public record Note(String file, String message) {

  @Override
  public String toString() {
    return file + ": " + message;
  }
}
