package dev.holdfast.policy.check;

import dev.holdfast.policy.check.source.Note;
import java.util.List;

/**
 * What a check found.
 *
 * @param findings by file and line
 * @param notes files that were skipped, comments that allow nothing
 */
public record CheckResult(List<Finding> findings, List<Note> notes, Counts counts) {

  /**
   * How much was looked at.
   *
   * @param allowed findings that comments allow
   */
  public record Counts(int files, int texts, int allowed) {}

  CheckResult withFindings(List<Finding> newFindings) {
    return new CheckResult(List.copyOf(newFindings), notes, counts);
  }
}
