package dev.holdfast.policy.rules;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Violation;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Takes out what is exempt. An exemption that has expired exempts nothing, and is named. */
public final class Exempting {
  private final Policy policy;
  private final BiPredicate<Exemption, Violation> covers;
  private final Clock clock;

  private Exempting(Policy policy, BiPredicate<Exemption, Violation> covers, Clock clock) {
    this.policy = policy;
    this.covers = covers;
    this.clock = clock;
  }

  /** What is exempt wherever it is. */
  public static Exempting anywhere(Policy policy, Actor actor, Clock clock) {
    return new Exempting(policy, (exemption, v) -> exemption.covers(v, actor), clock);
  }

  /** What is exempt in a file, besides. */
  public static Exempting in(String file, Policy policy, Actor actor, Clock clock) {
    return new Exempting(policy, (exemption, v) -> exemption.coversIn(file, v, actor), clock);
  }

  /** What is left of these. */
  public List<Violation> from(List<Violation> violations) {
    if (violations.isEmpty() || policy.exemptions().isEmpty()) {
      return List.copyOf(violations);
    }
    LocalDate today = LocalDate.now(clock);
    return violations.stream().flatMap(violation -> left(violation, today)).toList();
  }

  private Stream<Violation> left(Violation violation, LocalDate today) {
    List<Exemption> covering =
        policy.exemptions().stream().filter(e -> covers.test(e, violation)).toList();
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
