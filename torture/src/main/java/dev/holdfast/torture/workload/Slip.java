package dev.holdfast.torture.workload;

import dev.holdfast.torture.workload.Shape.Activity;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One way for a client to get claims, the outbox, versions or row locks wrong. Their statements are
 * the library's own, not functions of the schema, so they are changed on their way to the database.
 */
public enum Slip {
  /** What it should be. */
  NONE("the library as it is", 5, Activity.OUTBOX),
  ENDS_OF_OTHERS(
      "a worker that was taken for dead ends what is no longer its own",
      2,
      Activity.CLAIMS,
      new Change("select holdfast\\.guard\\(\\?, \\?\\);", "select ?::text, ?::bigint;"),
      new Change("and (t\\.\\S+ = \\?::\\S+)(?=\\s+for no key update)", "and ($1 or true)"),
      new Change("and (t\\.\\S+ = u\\.lock_id::\\S+)(?=\\s+returning)", "and ($1 or true)")),
  DONE_WHEN_CLAIMED(
      "an event counts as handled as soon as somebody took it",
      1,
      Activity.OUTBOX,
      new Change("else 'processing'(?=::\\w+ end\\s+from c)", "else 'completed'")),
  DEAD_KEEP_THEIRS(
      "nobody takes over from the dead",
      1,
      Activity.OUTBOX,
      new Change("else not holdfast\\.worker_lives\\(substr\\([^)]*\\)\\) end", "else false end")),
  OUTSIDE_THE_TRANSACTION("an event is appended outside of its transaction", 5, Activity.OUTBOX),
  VERSION_NOT_COMPARED(
      "an update does not compare the version",
      5,
      Activity.VERSIONS,
      new Change("and (t\\.\\S+ = \\?)(?=\\s+returning)", "and ($1 or true)")),
  ROW_NOT_LOCKED(
      "a row is read without its lock",
      5,
      Activity.ROWS,
      new Change("(order by \\S+\\s+)for (no key )?update", "$1"));

  /** A piece of a statement, and what stands there instead. */
  record Change(Pattern from, String to) {

    Change(String from, String to) {
      this(Pattern.compile(from), to);
    }

    String applyTo(String sql) {
      return from.matcher(sql).replaceAll(to);
    }
  }

  private final String story;
  private final int fault;
  private final Activity activity;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<Change> changes;

  Slip(String story, int fault, Activity activity, Change... changes) {
    this.story = story;
    this.fault = fault;
    this.activity = activity;
    this.changes = List.of(changes);
  }

  public String story() {
    return story;
  }

  /** The number of a fault under which it shows. */
  public int fault() {
    return fault;
  }

  /** What has to be done for it to show. */
  public Set<Activity> activities() {
    return Set.of(activity);
  }

  boolean changesStatements() {
    return !changes.isEmpty();
  }

  String applyTo(String sql) {
    String changed = sql;
    for (Change change : changes) {
      changed = change.applyTo(changed);
    }
    return changed;
  }
}
