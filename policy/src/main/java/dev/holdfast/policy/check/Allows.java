package dev.holdfast.policy.check;

import dev.holdfast.policy.Rule;
import dev.holdfast.policy.check.source.Allow;
import dev.holdfast.policy.check.source.Note;
import dev.holdfast.policy.check.source.SqlText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Comments that allow what the policy forbids. Each must name a rule and say why. */
final class Allows {
  private final List<Allow> allows;
  private final Set<Allow> used = new HashSet<>();

  Allows(List<Allow> allows) {
    this.allows = allows;
  }

  boolean allow(Finding finding, SqlText text) {
    boolean allowed = false;
    for (Allow allow : allows) {
      if (isValid(allow)
          && allow.rule().equals(finding.rule())
          && allow.covers(text.place().file(), text.firstLine(), text.lastLine())) {
        used.add(allow);
        allowed = true;
      }
    }
    return allowed;
  }

  List<Finding> invalid() {
    List<Finding> found = new ArrayList<>();
    for (Allow allow : allows) {
      if (!isValid(allow)) {
        String reason =
            isRule(allow.rule())
                ? "The comment allows " + allow.rule() + " and gives no reason."
                : "The comment allows " + allow.rule() + ", which is no rule.";
        Rule rule = Rule.ALLOW;
        found.add(new Finding(allow.place(), rule.id(), reason, rule.fix(), Finding.Context.NONE));
      }
    }
    return found;
  }

  /** Comments that allow what is not there any more. */
  List<Note> idle() {
    return allows.stream()
        .filter(allow -> isValid(allow) && !used.contains(allow))
        .map(
            allow ->
                new Note(
                    allow.place().toString(),
                    "holdfast:allow " + allow.rule() + " allows nothing; remove it"))
        .toList();
  }

  private static boolean isValid(Allow allow) {
    return !allow.reason().isEmpty() && isRule(allow.rule());
  }

  private static boolean isRule(String id) {
    return Rule.of(id).isPresent();
  }
}
