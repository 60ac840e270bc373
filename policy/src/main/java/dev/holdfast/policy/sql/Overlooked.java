package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
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

  /** Calls in corners that the walk did not enter. Most are no functions; a catalog knows. */
  static List<Action> calls(List<Token> statement, Found found) {
    List<Action> calls = new ArrayList<>();
    for (int i = 0; i + 1 < statement.size(); i++) {
      Token name = statement.get(i);
      boolean call = name.isName() && !name.text().isEmpty() && statement.get(i + 1).isSign("(");
      boolean table = i > 0 && statement.get(i - 1).is("into");
      if (call && !table && !found.sawCall(name.text())) {
        calls.add(new Action.Call(new TableName(null, name.text()), false));
      }
    }
    return calls;
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
