package dev.holdfast.policy.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * A script as the session that runs it will see it.
 *
 * @param open whether a transaction is open afterwards
 */
record Plan(Execution execution, boolean open) {

  /** Adds the BEGIN and COMMIT that nobody wrote, and leaves out the BEGIN that does nothing. */
  static Plan of(List<Step> script, boolean open, boolean autoCommit) {
    List<Step> steps = new ArrayList<>(script.size() + 2);
    boolean isOpen = open;
    boolean isImplicit = false;
    for (Step step : script) {
      if (!isOpen && !step.isEnd()) {
        steps.add(Step.BEGIN);
        isOpen = true;
        isImplicit = autoCommit;
      }
      if (step.kind() == Step.Kind.BEGIN) {
        isImplicit = false; // it makes a block of the transaction that its text opened
      } else {
        steps.add(step);
        isOpen = !step.isEnd();
      }
    }
    if (isOpen && isImplicit) {
      steps.add(Step.COMMIT);
      isOpen = false;
    }
    return new Plan(new Execution(steps), isOpen);
  }
}
