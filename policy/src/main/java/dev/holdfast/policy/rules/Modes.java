package dev.holdfast.policy.rules;

import dev.holdfast.policy.sql.LockMode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/** How two locks of one transaction on one row, or on one table, stand to each other. */
final class Modes {
  private static final LockMode[] ALL = LockMode.values();
  private static final Map<LockMode, Set<LockMode>> INCLUDED = table(Modes::blocksAllThat);
  private static final Map<LockMode, Set<LockMode>> UPGRADES =
      table(Modes::canBeBlockedByCompanion);

  private Modes() {}

  /** Whether whoever has the first has no need of the second: it keeps out nobody more. */
  static boolean includes(LockMode held, LockMode wanted) {
    return INCLUDED.getOrDefault(held, Set.of()).contains(wanted);
  }

  /**
   * Whether somebody who came along with the first lock, holding no more than that, blocks the
   * second. Of two transactions that deadlock by locking one row twice, one does this.
   */
  static boolean isUpgrade(LockMode held, LockMode wanted) {
    return UPGRADES.getOrDefault(held, Set.of()).contains(wanted);
  }

  private static boolean blocksAllThat(LockMode held, LockMode wanted) {
    if (held.scope() != wanted.scope()) {
      return held.compareTo(LockMode.TABLE_EXCLUSIVE) >= 0; // nobody else locks a row then
    }
    for (LockMode other : ALL) {
      if (wanted.conflictsWith(other) && !held.conflictsWith(other)) {
        return false;
      }
    }
    return true;
  }

  private static boolean canBeBlockedByCompanion(LockMode held, LockMode wanted) {
    for (LockMode other : ALL) {
      boolean companion = other.scope() == held.scope() && other.compareTo(held) <= 0;
      if (companion && !other.conflictsWith(held) && wanted.conflictsWith(other)) {
        return true;
      }
    }
    return false;
  }

  private static Map<LockMode, Set<LockMode>> table(BiPredicate<LockMode, LockMode> question) {
    Map<LockMode, Set<LockMode>> answers = new EnumMap<>(LockMode.class);
    for (LockMode held : ALL) {
      Set<LockMode> yes = EnumSet.allOf(LockMode.class);
      yes.removeIf(wanted -> !question.test(held, wanted));
      answers.put(held, yes);
    }
    return answers;
  }
}
