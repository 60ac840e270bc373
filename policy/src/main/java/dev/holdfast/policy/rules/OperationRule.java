package dev.holdfast.policy.rules;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.Violation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a declared operation said that it would lock. Foreign keys' looks need not be said. */
final class OperationRule {
  private final @Nullable String name;
  private final Optional<PolicyOperation> operation;
  private final List<TableName> declared;
  private boolean complained;

  OperationRule(Policy policy, Actor actor) {
    this.name = actor.operation();
    this.operation = name == null ? Optional.empty() : policy.operation(name);
    this.declared = operation.map(PolicyOperation::tableNames).orElse(List.of());
  }

  /** Whether the policy itself says that the declared operation locks this table. */
  boolean declares(Taken wanted) {
    return index(declared, wanted) >= 0;
  }

  Optional<Violation> check(HeldLocks held, Taken wanted) {
    if (name == null || wanted.byForeignKey()) {
      return Optional.empty();
    }
    if (operation.isEmpty()) {
      return once(wanted, "The operation " + name + " is not in the policy.");
    }
    if (declared.isEmpty()) {
      return once(wanted, "The policy does not say yet what the operation " + name + " locks.");
    }
    return checkDeclared(held, wanted);
  }

  private Optional<Violation> checkDeclared(HeldLocks held, Taken wanted) {
    int index = index(declared, wanted);
    if (index < 0) {
      return found(wanted, does(wanted) + ", which it does not declare.");
    }
    if (held.entered(wanted.table())) {
      return Optional.empty();
    }
    return held.counting()
        .filter(lock -> index(declared, lock) > index)
        .findFirst()
        .flatMap(
            later ->
                found(wanted, does(wanted) + " after " + later.table() + ", declared before it."));
  }

  private String does(Taken wanted) {
    return "The operation " + name + " " + wanted.words();
  }

  private static int index(List<TableName> tables, Taken lock) {
    for (int i = 0; i < tables.size(); i++) {
      if (lock.isOf(tables.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Goes back with the transaction: a refused lock is complained of again when it comes again. */
  boolean hasComplained() {
    return complained;
  }

  void setComplained(boolean hasComplained) {
    complained = hasComplained;
  }

  private Optional<Violation> once(Taken wanted, String reason) {
    boolean before = complained;
    complained = true;
    return before ? Optional.empty() : found(wanted, reason);
  }

  private static Optional<Violation> found(Taken wanted, String reason) {
    return Optional.of(new Violation(Rule.OPERATION, wanted.lock().table(), reason));
  }
}
