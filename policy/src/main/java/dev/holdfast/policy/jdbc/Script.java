package dev.holdfast.policy.jdbc;

import dev.holdfast.policy.sql.TextCache;
import java.util.List;

/** A text of SQL, read once: its steps, and how they look in each state of a session. */
final class Script {

  private static final int MOST_TEXTS = 4_096;
  private static final TextCache<Script> KNOWN = new TextCache<>(MOST_TEXTS);

  static final Script COMMIT = new Script(List.of(Step.COMMIT));
  static final Script ROLLBACK = new Script(List.of(Step.ROLLBACK));

  private final List<Step> steps;
  private final Plan[] plans = new Plan[4];

  private Script(List<Step> steps) {
    this.steps = List.copyOf(steps);
    for (int state = 0; state < plans.length; state++) {
      plans[state] = Plan.of(steps, (state & 1) != 0, (state & 2) != 0);
    }
  }

  /** The script of a text, which is read only if it was not seen lately. */
  static Script of(String sql) {
    Script script = KNOWN.get(sql);
    if (script == null) {
      script = new Script(new ScriptReader(sql).steps());
      KNOWN.put(sql, script);
    }
    return script;
  }

  static Script of(Step.Kind kind, String name) {
    return new Script(List.of(new Step(kind, name)));
  }

  /** All of them as one call. */
  static Script of(List<Script> scripts) {
    return new Script(scripts.stream().flatMap(script -> script.steps.stream()).toList());
  }

  Plan plan(boolean isOpen, boolean isAutoCommit) {
    return plans[(isOpen ? 1 : 0) + (isAutoCommit ? 2 : 0)];
  }
}
