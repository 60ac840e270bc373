package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.LockRows;
import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.Lock.Waiting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which tables the locking clauses of one SELECT lock. */
final class Locking {

  private Locking() {}

  /** Of two clauses for one table the stronger counts, and the more impatient. */
  static Collection<LockRows> of(
      List<LockingClause> clauses, List<Source> sources, Picks picks, Found found) {
    Map<Key, LockRows> locks = new LinkedHashMap<>();
    for (LockingClause clause : clauses) {
      for (Source source : reached(clause, sources, found)) {
        for (Target target : source.tables()) {
          LockRows lock = new LockRows(target, clause.mode(), clause.waiting(), picks.of(source));
          locks.merge(new Key(source.called(), target), lock, Locking::both);
        }
      }
    }
    return locks.values();
  }

  private record Key(String called, Target target) {}

  private static List<Source> reached(LockingClause clause, List<Source> sources, Found found) {
    if (clause.of().isEmpty()) {
      return sources;
    }
    List<Source> reached = new ArrayList<>();
    for (String name : clause.of()) {
      List<Source> named = sources.stream().filter(s -> s.called().equals(name)).toList();
      if (named.isEmpty()) {
        found.doubt(clause.mode().sql() + " OF " + name + ": no such table in its FROM");
      }
      reached.addAll(named);
    }
    return reached;
  }

  private static LockRows both(LockRows one, LockRows other) {
    LockMode mode = one.mode().compareTo(other.mode()) >= 0 ? one.mode() : other.mode();
    Waiting waiting =
        one.waiting() == Waiting.NOWAIT || other.waiting() == Waiting.NOWAIT
            ? Waiting.NOWAIT
            : one.waiting() == Waiting.SKIPS ? one.waiting() : other.waiting();
    return new LockRows(one.target(), mode, waiting, one.pick());
  }
}
