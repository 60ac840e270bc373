package dev.holdfast.policy.file;

import java.util.List;
import java.util.stream.Collectors;

/** A policy file that cannot be read. Its message has a line for each error, all of them. */
public final class PolicyFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String file;
  private final transient List<PolicyProblem> problems;

  PolicyFileException(String file, List<PolicyProblem> problems) {
    super(
        problems.stream()
            .map(problem -> file + ":" + problem)
            .collect(Collectors.joining(System.lineSeparator())));
    this.file = file;
    this.problems = List.copyOf(problems);
  }

  /** The file's name, as the caller gave it. */
  public String file() {
    return file;
  }

  /** In the order of the file. */
  public List<PolicyProblem> problems() {
    return problems;
  }
}
