package dev.holdfast.claim;

import dev.holdfast.Identifier;
import dev.holdfast.InvalidRequestException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table of the application whose rows can be claimed, and what its columns are called. Defaults:
 * columns {@code status}, {@code lock_id}, {@code locked_at}, {@code execution_version}; statuses
 * {@link ClaimStatuses#defaults()}; claimed in the order of the due time, if there is one, then of
 * the key.
 *
 * <pre>{@code
 * ClaimTable.of("Deviation", "id")
 *     .withStatus("status", ClaimStatuses.of("scheduled", "published", "failed"))
 *     .withLockColumns("executionLockId", "executionLockedAt", "executionVersion")
 * }</pre>
 *
 * Names are taken as they stand in the catalog: case counts. Immutable.
 */
public final class ClaimTable {

  /** The three columns of the claim itself. */
  record Lock(Identifier id, Identifier at, Identifier version) {}

  /** What else a table may have; null: it has not. */
  record Extras(
      @Nullable Identifier attempts, @Nullable Identifier dueAt, @Nullable Identifier error) {}

  /** Only rows with one of these values in the column. */
  record Filter(Identifier column, List<String> values) {}

  /** Which rows, in which order, with which columns. */
  record Selection(
      List<Identifier> order,
      List<Identifier> sequence,
      List<Identifier> columns,
      @Nullable Filter filter) {}

  /** Where the rows are. */
  record Target(Identifier table, List<Identifier> key, Identifier status) {}

  final Target target;
  final ClaimStatuses statuses;
  final Lock lock;
  final Extras extras;
  final Selection selection;

  private ClaimTable(
      Target target, ClaimStatuses statuses, Lock lock, Extras extras, Selection selection) {
    this.target = target;
    this.statuses = statuses;
    this.lock = lock;
    this.extras = extras;
    this.selection = selection;
  }

  /**
   * A table with its primary key, or another unique key.
   *
   * @param table {@code orders} or {@code sales.orders}
   */
  public static ClaimTable of(String table, String... key) {
    if (key.length < 1 || key.length > 8) {
      throw new InvalidRequestException("a key has 1 to 8 columns, not " + key.length);
    }
    return new ClaimTable(
        new Target(Identifier.table(table), columns(key), Identifier.column("status")),
        ClaimStatuses.defaults(),
        new Lock(
            Identifier.column("lock_id"),
            Identifier.column("locked_at"),
            Identifier.column("execution_version")),
        new Extras(null, null, null),
        new Selection(List.of(), List.of(), List.of(), null));
  }

  public ClaimTable withStatus(String column, ClaimStatuses newStatuses) {
    Target moved = new Target(target.table, target.key, Identifier.column(column));
    return new ClaimTable(moved, newStatuses, lock, extras, selection);
  }

  /** Lock id (uuid or text), locked at (a timestamp), execution version (a counter). */
  public ClaimTable withLockColumns(String id, String at, String version) {
    Lock renamed =
        new Lock(Identifier.column(id), Identifier.column(at), Identifier.column(version));
    return new ClaimTable(target, statuses, renamed, extras, selection);
  }

  /**
   * A counter of claims since the row was made ready. Without it nothing is tried again by itself
   * and nothing is parked: the version counts all claims for ever, so it can't tell.
   */
  public ClaimTable withAttempts(String column) {
    return with(new Extras(Identifier.column(column), extras.dueAt, extras.error));
  }

  /**
   * When a row may be claimed at the earliest (NOT NULL). With it and {@link #withAttempts} a
   * failed attempt is tried again later; without, it fails the row.
   */
  public ClaimTable withDueAt(String column) {
    return with(new Extras(extras.attempts, Identifier.column(column), extras.error));
  }

  /** A text that keeps the last error. */
  public ClaimTable withError(String column) {
    return with(new Extras(extras.attempts, extras.dueAt, Identifier.column(column)));
  }

  /** The order in which rows are claimed; ties go by the key. */
  public ClaimTable withOrder(String... columns) {
    return with(
        new Selection(columns(columns), selection.sequence, selection.columns, selection.filter));
  }

  /**
   * Rows that are equal in all of these columns are worked on one after the other, in the order of
   * the key: a row can be claimed when no earlier one is unfinished (failed and parked ones
   * included). A row with a null in any of them is not held up.
   */
  public ClaimTable inSequencePer(String... columns) {
    return with(
        new Selection(selection.order, columns(columns), selection.columns, selection.filter));
  }

  /** Columns to be read along with each claim. */
  public ClaimTable withColumns(String... columns) {
    return with(
        new Selection(selection.order, selection.sequence, columns(columns), selection.filter));
  }

  /** Only rows that have one of these values in this column. */
  public ClaimTable onlyWhere(String column, String... values) {
    for (String value : values) {
      if (value.isEmpty() || value.chars().anyMatch(c -> Character.isISOControl(c) || c == '\\')) {
        throw new InvalidRequestException(
            "a value to select by is not empty, without control characters and backslashes");
      }
    }
    Filter filter = new Filter(Identifier.column(column), List.of(values));
    return with(new Selection(selection.order, selection.sequence, selection.columns, filter));
  }

  /** As the user wrote it. */
  public String name() {
    return target.table.name();
  }

  /**
   * SQL that adds the columns which claims need and the index that finds rows to claim; safe to run
   * again. For whoever may alter the table: Holdfast does not.
   */
  public String ddl() {
    return ClaimDdl.columns(this);
  }

  /**
   * SQL for a trigger that wakes workers on insert. It costs every inserting transaction a NOTIFY:
   * worth it where rows come seldom and must be worked on at once.
   */
  public String wakeUpDdl() {
    return ClaimDdl.wakeUp(this);
  }

  /** Whether a failed attempt can be tried again later. */
  boolean retries() {
    return extras.attempts != null && extras.dueAt != null;
  }

  @Override
  public String toString() {
    return "claims on " + target.table;
  }

  /** Where inserts are announced. */
  String channel() {
    return "holdfast_claims_" + Integer.toHexString(target.table.name().hashCode());
  }

  /** The order of claiming, without the key. */
  List<Identifier> order() {
    if (!selection.order.isEmpty()) {
      return selection.order;
    }
    return extras.dueAt == null ? List.of() : List.of(extras.dueAt);
  }

  /** The columns that a claim statement must find in this order. */
  List<Identifier> indexed() {
    return Stream.concat(order().stream(), target.key.stream()).distinct().toList();
  }

  private ClaimTable with(Extras newExtras) {
    return new ClaimTable(target, statuses, lock, newExtras, selection);
  }

  private ClaimTable with(Selection newSelection) {
    return new ClaimTable(target, statuses, lock, extras, newSelection);
  }

  private static List<Identifier> columns(String... names) {
    return Stream.of(names).map(Identifier::column).toList();
  }
}
