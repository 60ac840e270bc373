package dev.holdfast.policy.guard;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Violation;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A violation, and what the transaction was about.
 *
 * @param sql the statement that breaks the policy; COMMIT where a deferred constraint does
 * @param place where the policy speaks of the table; empty where it does not
 * @param held what the transaction had locked before, in order; long lists are cut
 */
public record GuardFinding(
    Violation violation, String sql, Actor actor, String place, List<HeldLock> held) {

  public GuardFinding {
    held = List.copyOf(held);
  }

  /** The whole story, in one line. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("lock policy, rule ");
    text.append(violation.rule()).append(": ").append(Texts.sentence(violation.reason()));
    text.append(" What to do: ").append(violation.fix());
    text.append(" Statement: ").append(Texts.shortened(sql)).append('.');
    text.append(" Held already: ").append(heldWords()).append('.');
    text.append(" Operation: ").append(actorWords()).append('.');
    if (!place.isEmpty()) {
      text.append(" Policy: ").append(place).append('.');
    }
    return text.toString();
  }

  private String heldWords() {
    return held.isEmpty()
        ? "nothing"
        : held.stream().map(HeldLock::toString).collect(Collectors.joining(", "));
  }

  private String actorWords() {
    String name = actor.operation() == null ? "none declared" : actor.operation();
    return actor.admin() ? name + ", an admin flow" : name;
  }
}
