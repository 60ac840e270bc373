package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The claim of a row is not ours any more: its worker's lease is over, or somebody took the row
 * over. Whatever was written in this transaction does not commit. Stop; whoever has the row now
 * does the work.
 */
public final class ClaimLostException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String table;
  private final String key;
  private final long version;

  public ClaimLostException(
      String table, String key, long version, String why, @Nullable Throwable cause) {
    super(
        "the claim of %s %s with version %d is lost: %s; stop, whoever has the row does the work"
            .formatted(table, key, version, why),
        cause);
    this.table = table;
    this.key = key;
    this.version = version;
  }

  public String table() {
    return table;
  }

  /** The row's key as text. */
  public String key() {
    return key;
  }

  /** The execution version of the lost claim. */
  public long version() {
    return version;
  }
}
