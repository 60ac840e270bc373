package dev.holdfast.policy.sql;

import java.math.BigDecimal;
import java.util.List;

/** Which row, or which unique value: the columns of a key and what is in them. */
public record RowKey(List<String> columns, List<String> values) implements Comparable<RowKey> {

  public RowKey {
    columns = List.copyOf(columns);
    values = List.copyOf(values);
    if (columns.isEmpty() || columns.size() != values.size()) {
      throw new IllegalArgumentException("a key has columns, and a value for each");
    }
  }

  /** Whether both are told by the same columns: only then can they be told apart. */
  public boolean isComparableWith(RowKey other) {
    return columns.equals(other.columns);
  }

  /** By value, numbers as numbers: an order to lock by, not the one of a collation. */
  @Override
  public int compareTo(RowKey other) {
    for (int i = 0; i < Math.min(values.size(), other.values.size()); i++) {
      int order = compare(values.get(i), other.values.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(values.size(), other.values.size());
  }

  private static int compare(String one, String other) {
    try {
      return new BigDecimal(one).compareTo(new BigDecimal(other));
    } catch (NumberFormatException e) {
      return one.compareTo(other);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(columns.get(i)).append(" = ").append(values.get(i));
    }
    return text.toString();
  }
}
