package dev.holdfast.policy.guard;

/**
 * Hears of every violation, also of those that the log keeps quiet about. It is called in the
 * thread that runs the statement; what it throws is logged and otherwise ignored.
 */
@FunctionalInterface
public interface GuardListener {

  void violated(GuardFinding finding);
}
