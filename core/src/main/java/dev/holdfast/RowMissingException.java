package dev.holdfast;

/** There is no such row (any more). */
public final class RowMissingException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String row;

  public RowMissingException(String row) {
    super(row + " does not exist: check the key, or it was deleted meanwhile", null);
    this.row = row;
  }

  public String row() {
    return row;
  }
}
