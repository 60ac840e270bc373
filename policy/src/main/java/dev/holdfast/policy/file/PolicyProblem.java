package dev.holdfast.policy.file;

import dev.holdfast.policy.Position;

/** An error in a policy file. */
public record PolicyProblem(Position at, String message) {

  @Override
  public String toString() {
    return at + ": " + message;
  }
}
