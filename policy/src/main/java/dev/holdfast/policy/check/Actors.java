package dev.holdfast.policy.check;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.check.source.Owner;
import java.util.Optional;

/** On whose behalf a method locks: the operation that it declares, or whose entry point it is. */
final class Actors {
  private final Policy policy;

  Actors(Policy policy) {
    this.policy = policy;
  }

  /** A helper locks for whoever calls it: that it is an admin flow, the guard sees. */
  Actor of(Owner owner) {
    Actor actor = declared(owner);
    return policy.helpers().contain(owner.name()) ? actor.asAdmin() : actor;
  }

  private Actor declared(Owner owner) {
    String declared = owner.unit().operation();
    Optional<PolicyOperation> operation =
        declared.isEmpty() ? entered(owner) : policy.operation(declared);
    if (operation.isPresent()) {
      return Actor.of(operation.get().name());
    }
    return declared.isEmpty() ? Actor.undeclared() : Actor.of(declared);
  }

  /** The operation whose entry point a method is. */
  Optional<PolicyOperation> entered(Owner owner) {
    String name = "." + owner.name();
    return policy.operations().stream()
        .filter(o -> o.code().entryPoints().stream().anyMatch(e -> name.endsWith("." + e)))
        .findFirst();
  }
}
