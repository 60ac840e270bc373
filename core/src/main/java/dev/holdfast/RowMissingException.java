package dev.holdfast;

/** There is no such row: it was never there, or it was deleted. Nothing was written. */
public final class RowMissingException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String table;
  private final String key;

  public RowMissingException(String table, String key) {
    super(
        "there is no row " + key + " in " + table + ": it was deleted, or the key is wrong", null);
    this.table = table;
    this.key = key;
  }

  public String table() {
    return table;
  }

  /** The key as text; several columns in parentheses. */
  public String key() {
    return key;
  }
}
