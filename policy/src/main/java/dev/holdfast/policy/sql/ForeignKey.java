package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import java.util.List;

/** A foreign key, seen from both sides. */
record ForeignKey(CatalogRow row) {

  /** ON DELETE or ON UPDATE. RESTRICT and NO ACTION lock no row. */
  enum Act {
    NONE,
    CASCADE,
    SET_NULL,
    SET_DEFAULT
  }

  String name() {
    return row.text("name");
  }

  TableName table() {
    return row.table("table");
  }

  TableName referenced() {
    return row.table("referenced");
  }

  List<String> columns() {
    return row.list("columns");
  }

  List<String> referencedColumns() {
    return row.list("referenced_columns");
  }

  /** The columns that ON DELETE SET NULL or SET DEFAULT sets: those listed, or all. */
  List<String> setColumns() {
    List<String> listed = row.list("set_columns");
    return listed.isEmpty() ? columns() : listed;
  }

  Act onDelete() {
    return act(row.text("on_delete"));
  }

  Act onUpdate() {
    return act(row.text("on_update"));
  }

  boolean deferred() {
    return row.flag("deferred");
  }

  boolean matchFull() {
    return row.flag("match_full");
  }

  /** The name of one of its triggers: what they are sorted by. */
  String trigger(String which) {
    String name = row.textOrNull(which);
    return name == null ? "RI_ConstraintTrigger" : name;
  }

  private static Act act(String letter) {
    return switch (letter) {
      case "c" -> Act.CASCADE;
      case "n" -> Act.SET_NULL;
      case "d" -> Act.SET_DEFAULT;
      default -> Act.NONE;
    };
  }
}
