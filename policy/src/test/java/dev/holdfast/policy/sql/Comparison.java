package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.LockMode.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Compares what the analysis said with what was observed, in both directions. */
final class Comparison {

  private final Corpus.Entry entry;
  private final List<Lock> said = new ArrayList<>();
  private final Set<String> inserts = new TreeSet<>();
  private final List<String> differences = new ArrayList<>();

  Comparison(Corpus.Entry entry, List<StatementLocks> analysis) {
    this.entry = entry;
    for (StatementLocks statement : analysis) {
      said.addAll(statement.locks());
      statement.inserts().forEach(table -> inserts.add(name(table)));
    }
  }

  List<String> differences() {
    return differences;
  }

  /** After the statement; later, when deferred constraints were checked too. */
  void rows(Observed observed, boolean later) {
    Set<String> expected =
        names(lock -> lock.mode().scope() == Scope.ROW && (later || lock.when() == When.NOW));
    for (String lock : observed.rows()) {
      if (!expected.contains(lock)
          && !entry.unsaid().contains(lock)
          && !hidden(lock, expected, entry.may())) {
        differences.add("missed" + (later ? " at commit" : "") + ": " + lock);
      }
    }
    for (String lock : expected) {
      if (!observed.rows().contains(lock)
          && !entry.may().contains(lock)
          && !hidden(lock, expected, observed.rows())) {
        differences.add("invented" + (later ? " at commit" : "") + ": " + lock);
      }
    }
  }

  /** A weaker lock can't be seen on a row that has a stronger one, if that was said too. */
  private static boolean hidden(String lock, Set<String> expected, Set<String> observed) {
    String table = lock.substring(0, lock.lastIndexOf(' '));
    LockMode mode = LockMode.valueOf(lock.substring(lock.lastIndexOf(' ') + 1));
    for (LockMode stronger : LockMode.values()) {
      String other = table + " " + stronger;
      if (stronger.scope() == Scope.ROW
          && stronger.compareTo(mode) > 0
          && expected.contains(other)
          && observed.contains(other)) {
        return true;
      }
    }
    return false;
  }

  void unique(Observed observed) {
    Set<String> expected = new TreeSet<>();
    for (Lock lock : said) {
      if (lock.mode() == LockMode.UNIQUE_VALUE) {
        String index = lock.reason().replaceFirst(".*unique index (\\S+) of .*", "$1");
        expected.add(name(lock.table()) + " UNIQUE_VALUE " + index);
      }
    }
    for (String lock : observed.unique()) {
      if (!expected.contains(lock) && !generated(lock)) {
        differences.add("missed: " + lock);
      }
    }
    for (String lock : expected) {
      String known = lock.substring(0, lock.lastIndexOf(' '));
      if (!observed.unique().contains(lock) && !entry.may().contains(known)) {
        differences.add("invented: " + lock);
      }
    }
  }

  /** Values that PostgreSQL makes itself are nobody else's: the analysis leaves them out. */
  private static boolean generated(String lock) {
    return lock.endsWith(" audit_pkey") || lock.endsWith(" reviews_pkey");
  }

  void tables(Observed observed, Set<String> children) {
    Set<String> mentioned =
        said.stream().map(l -> name(l.table())).collect(Collectors.toCollection(TreeSet::new));
    mentioned.addAll(inserts);
    for (Map.Entry<String, Set<LockMode>> table : observed.tables().entrySet()) {
      observedTable(table.getKey(), table.getValue(), observed, mentioned, children);
    }
    for (Lock lock : said) {
      if (lock.mode().scope() == Scope.TABLE) {
        Set<LockMode> modes = observed.tables().getOrDefault(name(lock.table()), Set.of());
        if (!modes.contains(lock.mode())) {
          differences.add("invented: " + name(lock.table()) + " " + lock.mode());
        }
      }
    }
    for (String table : mentioned) {
      boolean may = entry.may().stream().anyMatch(m -> m.startsWith(table + " "));
      if (!may && !observed.tables().containsKey(table) && !observed.roots().containsValue(table)) {
        differences.add("invented: " + table);
      }
    }
  }

  private void observedTable(
      String table,
      Set<LockMode> modes,
      Observed observed,
      Set<String> mentioned,
      Set<String> children) {
    String root = observed.roots().getOrDefault(table, table);
    Set<LockMode> expected =
        said.stream()
            .filter(l -> name(l.table()).equals(table) || name(l.table()).equals(root))
            .map(Lock::mode)
            .collect(Collectors.toSet());
    for (LockMode mode : modes) {
      boolean byRows =
          mode == LockMode.TABLE_ACCESS_SHARE
              || (mode.compareTo(LockMode.TABLE_ROW_EXCLUSIVE) <= 0
                  && (mentioned.contains(table) || mentioned.contains(root)));
      boolean lookForChildren = mode == LockMode.TABLE_ROW_SHARE && children.contains(root);
      boolean unsaid = entry.unsaid().contains(table + " " + mode);
      boolean weaker =
          expected.stream().anyMatch(e -> e.scope() == Scope.TABLE && e.compareTo(mode) >= 0);
      if (!byRows && !lookForChildren && !unsaid && !weaker) {
        differences.add("missed: " + table + " " + mode);
      }
    }
  }

  private Set<String> names(Predicate<Lock> which) {
    return said.stream()
        .filter(which)
        .map(lock -> name(lock.table()) + " " + lock.mode())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** As {@code regclass} shows it. */
  static String name(TableName table) {
    String plain = table.name().matches("[a-z_0-9]+") ? table.name() : '"' + table.name() + '"';
    return table.schema() == null || table.schema().equals("public")
        ? plain
        : table.schema() + "." + plain;
  }
}
