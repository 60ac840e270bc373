package dev.holdfast;

/** There is a row with this key already. Nothing was inserted; read that one, and update it. */
public final class RowExistsException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String table;
  private final String key;

  public RowExistsException(String table, String key) {
    super(
        "there is a row "
            + key
            + " in "
            + table
            + " already: nothing was inserted; read that one and update it, or use another key",
        null);
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
