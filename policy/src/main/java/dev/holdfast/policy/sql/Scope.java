package dev.holdfast.policy.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;

/**
 * The WITH queries that a name may mean. A query runs when something reads it, and only then:
 * PostgreSQL takes no lock for a locking query that nothing reads, but always runs one that writes.
 */
final class Scope {

  /** A WITH query and whether it was walked. */
  static final class Query {
    final WithItem<?> item;
    boolean walked;

    Query(WithItem<?> item) {
      this.item = item;
    }
  }

  private final Deque<Map<String, Query>> levels = new ArrayDeque<>();

  void open(@Nullable List<WithItem<?>> items) {
    Map<String, Query> level = new HashMap<>();
    if (items != null) {
      for (WithItem<?> item : items) {
        level.put(Names.folded(item.getAliasName()), new Query(item));
      }
    }
    levels.push(level);
  }

  Map<String, Query> close() {
    return levels.pop();
  }

  Map<String, Query> innermost() {
    return levels.element();
  }

  Optional<Query> find(String name) {
    return levels.stream()
        .filter(level -> level.containsKey(name))
        .map(level -> level.get(name))
        .findFirst();
  }
}
