package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Lock.When;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why something is done: by the statement itself, or by a trigger or a foreign key of something
 * else.
 *
 * @param origin what its locks come from; null: from the statement itself
 * @param because the beginning of the locks' reasons
 * @param path what led here; what is on it already is not entered again
 */
record Context(@Nullable Origin origin, String because, When when, List<String> path) {

  private static final int DEEPEST = 40;

  static final Context STATEMENT = new Context(null, "", When.NOW, List.of());

  /** One step further, because of this. */
  Context within(Origin next, String reason, boolean deferred) {
    return new Context(next, because + reason + ": ", deferred ? When.AT_COMMIT : when, path);
  }

  Context entering(String step) {
    List<String> longer = new ArrayList<>(path);
    longer.add(step);
    return new Context(origin, because, when, List.copyOf(longer));
  }

  boolean mayEnter(String step) {
    return path.size() < DEEPEST && !path.contains(step);
  }

  Lock explain(Lock lock) {
    boolean own = lock.origin() == Origin.EXPLICIT || lock.origin() == Origin.DML;
    Origin from = origin != null && own ? origin : lock.origin();
    return new Lock(
        lock.table(),
        lock.mode(),
        from,
        lock.waiting(),
        when == When.AT_COMMIT ? when : lock.when(),
        because + lock.reason(),
        lock.rows());
  }
}
