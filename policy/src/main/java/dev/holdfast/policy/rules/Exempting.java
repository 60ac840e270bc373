package dev.holdfast.policy.rules;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Violation;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/** Takes out what is exempt. An exemption that has expired exempts nothing, and is named. */
final class Exempting {
  private final Policy policy;
  private final Actor actor;
  private final Clock clock;

  Exempting(Policy policy, Actor actor, Clock clock) {
    this.policy = policy;
    this.actor = actor;
    this.clock = clock;
  }

  List<Violation> from(List<Violation> violations) {
    if (violations.isEmpty() || policy.exemptions().isEmpty()) {
      return List.copyOf(violations);
    }
    LocalDate today = LocalDate.now(clock);
    return violations.stream().flatMap(violation -> left(violation, today)).toList();
  }

  private Stream<Violation> left(Violation violation, LocalDate today) {
    List<Exemption> covering =
        policy.exemptions().stream().filter(e -> e.covers(violation, actor)).toList();
    if (covering.isEmpty()) {
      return Stream.of(violation);
    }
    boolean holds = covering.stream().anyMatch(exemption -> !exemption.isExpired(today));
    return holds ? Stream.empty() : Stream.of(expired(violation, covering.get(0)));
  }

  private static Violation expired(Violation violation, Exemption exemption) {
    return violation.withReason(
        "%s Its exemption (%s) expired after %s."
            .formatted(violation.reason(), exemption.reason(), exemption.until()));
  }
}
