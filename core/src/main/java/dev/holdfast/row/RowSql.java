package dev.holdfast.row;

import dev.holdfast.Identifier;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every statement about rows; only names, modes and the number of keys vary. */
final class RowSql {

  /** Locks in the order of the key: LockRows stands above the sort. */
  private static final String LOCK =
      """
      select %s
      from %s
      where (%s) in (%s)
      order by %s
      %s%s
      """;

  /** Which of them exist: what SKIP LOCKED left out is locked, or not there. */
  private static final String EXISTING =
      """
      select %s
      from %s
      where (%s) in (%s)
      """;

  private static final String UPDATE =
      """
      update %s
      set %s = ?
      where (%s) in (%s)
      """;

  /** Who locks ever new tables does not fill the memory: those texts are made each time. */
  private static final int MOST_KEPT = 256;

  private static final Map<Text, String> LOCKS = new ConcurrentHashMap<>();

  private record Text(RowLock lock, int keys) {}

  private RowSql() {}

  static String lock(RowLock lock, int keys) {
    Text text = new Text(lock, keys);
    String known = LOCKS.get(text);
    if (known != null) {
      return known;
    }
    String made = makeLock(lock, keys);
    if (LOCKS.size() < MOST_KEPT) {
      LOCKS.put(text, made);
    }
    return made;
  }

  private static String makeLock(RowLock lock, int keys) {
    String key = list(lock.key());
    return LOCK.formatted(
        columns(lock),
        lock.table().sql(),
        key,
        tuples(lock, keys),
        key,
        lock.mode().sql(),
        lock.waiting().sql());
  }

  static String existing(RowLock lock, int keys) {
    String key = list(lock.key());
    return EXISTING.formatted(key, lock.table().sql(), key, tuples(lock, keys));
  }

  static String update(RowLock lock, Identifier column) {
    return UPDATE.formatted(lock.table().sql(), column.sql(), list(lock.key()), tuples(lock, 1));
  }

  private static String columns(RowLock lock) {
    return lock.columns().isEmpty()
        ? "*"
        : Stream.concat(lock.key().stream(), lock.columns().stream())
            .distinct()
            .map(Identifier::sql)
            .collect(Collectors.joining(", "));
  }

  private static String list(List<Identifier> names) {
    return names.stream().map(Identifier::sql).collect(Collectors.joining(", "));
  }

  private static String tuples(RowLock lock, int keys) {
    String one = "(" + String.join(", ", Collections.nCopies(lock.key().size(), "?")) + ")";
    return String.join(", ", Collections.nCopies(keys, one));
  }
}
