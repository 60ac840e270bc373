package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A net under the walk: it counts in the text what must have been met in the tree. So a corner of
 * the parser's tree that the walk does not enter is a doubt and no silence.
 */
final class Overlooked {

  private static final Set<String> WRITES = Set.of("insert", "update", "delete", "merge");

  private Overlooked() {}

  static List<String> in(List<Token> statement, Normalised normalised, Found found) {
    List<String> doubts = new ArrayList<>();
    if (normalised.clauses().size() > found.clauses()) {
      doubts.add("not understood: one of its locking clauses");
    }
    if (writes(statement) > found.writes()) {
      doubts.add("not understood: one of its writes");
    }
    return doubts;
  }

  /** Writes that stand at the beginning or first in parentheses, as those of WITH do. */
  private static int writes(List<Token> statement) {
    int writes = 0;
    for (int i = 0; i < statement.size(); i++) {
      boolean begins = i == 0 || statement.get(i - 1).isSign("(");
      writes += begins && WRITES.contains(statement.get(i).text()) ? 1 : 0;
    }
    return writes;
  }
}
