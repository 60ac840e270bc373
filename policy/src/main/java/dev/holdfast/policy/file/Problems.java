package dev.holdfast.policy.file;

import dev.holdfast.policy.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Gathers the errors of a file, so that all are told at once. There is a bound to their number. */
final class Problems {
  static final int MOST = 100;
  private final List<PolicyProblem> found = new ArrayList<>();

  void add(Position at, String message) {
    if (found.size() < MOST) {
      found.add(new PolicyProblem(at, message));
    }
  }

  boolean any() {
    return !found.isEmpty();
  }

  PolicyFileException of(String file) {
    return new PolicyFileException(
        file, found.stream().sorted(Comparator.comparing(PolicyProblem::at)).toList());
  }
}
