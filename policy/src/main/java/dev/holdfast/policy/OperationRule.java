package dev.holdfast.policy;

import java.util.List;
import java.util.Optional;

/** What a declared operation said that it would lock. Foreign keys' looks need not be said. */
final class OperationRule {
  private final Policy policy;
  private final Actor actor;
  private boolean complained;

  OperationRule(Policy policy, Actor actor) {
    this.policy = policy;
    this.actor = actor;
  }

  /** Whether the policy itself says that the declared operation locks this table. */
  boolean declares(Taken wanted) {
    String name = actor.operation();
    return name != null
        && policy.operation(name).filter(o -> index(o.tableNames(), wanted) >= 0).isPresent();
  }

  Optional<Violation> check(HeldLocks held, Taken wanted) {
    String name = actor.operation();
    if (name == null || wanted.byForeignKey()) {
      return Optional.empty();
    }
    Optional<PolicyOperation> declared = policy.operation(name);
    if (declared.isEmpty()) {
      return once(wanted, "The operation " + name + " is not in the policy.");
    }
    if (declared.get().tables().isEmpty()) {
      return once(wanted, "The policy does not say yet what the operation " + name + " locks.");
    }
    return check(declared.get(), held, wanted);
  }

  private Optional<Violation> check(PolicyOperation operation, HeldLocks held, Taken wanted) {
    List<TableName> tables = operation.tableNames();
    int index = index(tables, wanted);
    String does = "The operation " + operation.name() + " " + wanted.words();
    if (index < 0) {
      return found(wanted, does + ", which it does not declare.");
    }
    if (held.entered(wanted.table())) {
      return Optional.empty();
    }
    return held.counting()
        .filter(lock -> index(tables, lock) > index)
        .findFirst()
        .flatMap(
            later -> found(wanted, does + " after " + later.table() + ", declared before it."));
  }

  private static int index(List<TableName> tables, Taken lock) {
    for (int i = 0; i < tables.size(); i++) {
      if (lock.isOf(tables.get(i))) {
        return i;
      }
    }
    return -1;
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
