package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import java.util.List;
import java.util.Set;

/** A trigger of the users'. */
record Trigger(CatalogRow row) {

  enum Timing {
    BEFORE,
    INSTEAD,
    AFTER
  }

  String name() {
    return row.text("name");
  }

  TableName function() {
    return row.table("function");
  }

  boolean perRow() {
    return row.flag("row");
  }

  boolean deferred() {
    return row.flag("deferred");
  }

  Timing timing() {
    return row.flag("before") ? Timing.BEFORE : row.flag("instead") ? Timing.INSTEAD : Timing.AFTER;
  }

  /** Whether it fires; {@code written}: the columns that an UPDATE sets. */
  boolean firesOn(String event, Set<String> written) {
    List<String> columns = row.list("columns");
    return row.flag(event)
        && (!event.equals("update")
            || columns.isEmpty()
            || columns.stream().anyMatch(written::contains));
  }
}
