package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Target;
import java.util.List;

/**
 * An item of a FROM list.
 *
 * @param called its alias or name
 * @param tables what a locking clause reaches through it: a table, or all of a subquery
 * @param direct a table itself and no subquery
 */
record Source(String called, List<Target> tables, boolean direct) {

  Source {
    tables = List.copyOf(tables);
  }
}
