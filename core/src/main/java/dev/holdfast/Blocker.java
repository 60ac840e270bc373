package dev.holdfast;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session that had what another one waited for, as the server showed it while the wait lasted.
 *
 * @param pid its backend; 0 for a prepared transaction, which has none
 * @param application its application_name; empty if it has none
 * @param state what it was doing: "active", "idle in transaction" …; empty if not visible
 * @param ages how long it has been at it
 * @param query the beginning of its last statement; empty if not visible
 */
public record Blocker(int pid, String application, String state, Ages ages, String query) {

  private static final int LONGEST_QUERY = 200;

  /**
   * How long it has been at it.
   *
   * @param transaction since its transaction began; null if not visible
   * @param query since its last statement began; null if not visible
   */
  public record Ages(@Nullable Duration transaction, @Nullable Duration query) {}

  public Blocker {
    query = query.length() > LONGEST_QUERY ? query.substring(0, LONGEST_QUERY) + "…" : query;
  }

  /** Whether the server hid what it was doing: it belongs to another role. */
  public boolean isHidden() {
    return pid != 0 && state.isEmpty();
  }

  @Override
  public String toString() {
    if (pid == 0) {
      return "a prepared transaction (see pg_prepared_xacts)";
    }
    String who = "pid " + pid + (application.isEmpty() ? "" : " (" + application + ")");
    if (isHidden()) {
      return who + ", which this role may not look at: grant pg_read_all_stats to see more";
    }
    return "%s, %s, its transaction %s old, its statement %s old: %s"
        .formatted(who, state, text(ages.transaction()), text(ages.query()), query);
  }

  private static String text(@Nullable Duration age) {
    return age == null ? "?" : "%,d ms".formatted(Objects.requireNonNull(age).toMillis());
  }
}
