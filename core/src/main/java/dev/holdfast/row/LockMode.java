package dev.holdfast.row;

import java.util.Locale;

/** What the lock keeps others from, the weakest first. */
public enum LockMode {
  /** The row and its key stay; others may change the rest. */
  KEY_SHARE,
  /** Nobody may change the row; several may hold this. */
  SHARE,
  /** To change the row, but neither to delete it nor to change its key: the usual one. */
  NO_KEY_UPDATE,
  /** To delete the row, or to change its key: also rows that refer to it can't be inserted. */
  UPDATE;

  String sql() {
    return "for " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
