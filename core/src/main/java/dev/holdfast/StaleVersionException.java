package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The row was changed since it was read: it has another version than the expected one. Nothing was
 * written. Read it again, decide again, and write with the version that was read.
 */
public final class StaleVersionException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String table;
  private final String key;
  private final transient VersionCheck expected;
  private final transient @Nullable Version actual;

  public StaleVersionException(
      String table,
      String key,
      VersionCheck expected,
      @Nullable Version actual,
      @Nullable Throwable cause) {
    super(message(table, key, expected, actual), cause);
    this.table = table;
    this.key = key;
    this.expected = expected;
    this.actual = actual;
  }

  private static String message(
      String table, String key, VersionCheck expected, @Nullable Version actual) {
    String row = "row " + key + " of " + table + " was changed: expected version " + expected;
    return actual == null
        ? row
            + ", but another transaction changed or deleted it since this one began; roll back,"
            + " begin again and read the row anew"
        : row + ", it is " + actual + " now; read it again and redo the change on what is there";
  }

  public String table() {
    return table;
  }

  /** The row's key as text; several columns in parentheses. */
  public String key() {
    return key;
  }

  /** What the writer went on from. */
  public VersionCheck expected() {
    return expected;
  }

  /** What it is now; null where the transaction's snapshot can't tell (REPEATABLE READ and up). */
  public @Nullable Version actual() {
    return actual;
  }

  /** Whether the expectation came from an If-Match header: 412 instead of 409. */
  public boolean ifMatch() {
    return expected.ifMatch();
  }
}
