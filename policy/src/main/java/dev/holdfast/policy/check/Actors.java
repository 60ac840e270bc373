package dev.holdfast.policy.check;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.TableRule;
import dev.holdfast.policy.check.source.Owner;
import java.util.Optional;

/**
 * On whose behalf a method locks: the operation that it declares, or whose entry point it is. An
 * operation is an admin flow if the policy itself lets it lock a table of admin flows.
 */
final class Actors {
  private final Policy policy;

  Actors(Policy policy) {
    this.policy = policy;
  }

  Actor of(Owner owner) {
    String declared = owner.unit().operation();
    Optional<PolicyOperation> operation =
        declared.isEmpty() ? entered(owner) : policy.operation(declared);
    if (operation.isEmpty()) {
      return declared.isEmpty() ? Actor.undeclared() : Actor.of(declared);
    }
    Actor actor = Actor.of(operation.get().name());
    return operation.get().tableNames().stream().anyMatch(this::isAdmin) ? actor.asAdmin() : actor;
  }

  /** The operation whose entry point a method is. */
  Optional<PolicyOperation> entered(Owner owner) {
    String name = "." + owner.name();
    return policy.operations().stream()
        .filter(o -> o.code().entryPoints().stream().anyMatch(e -> name.endsWith("." + e)))
        .findFirst();
  }

  private boolean isAdmin(TableName table) {
    return policy.table(table).filter(t -> t.table().rule() == TableRule.ADMIN).isPresent();
  }
}
