package dev.holdfast.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text in columns: the first left-aligned, so is every column without figures. */
public final class Table {

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... header) {
    rows.add(List.of(header));
  }

  public void row(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException("a row has as many cells as the header");
    }
    rows.add(List.of(cells));
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        pad(line, row.get(column), width(column), isNumeric(column));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** Short and readable: 12,345 or 45.1 or 0.45. */
  public static String number(double value) {
    double size = Math.abs(value);
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
  }

  public static String spread(Samples samples) {
    return samples.values().size() == 1
        ? ""
        : number(samples.min()) + " – " + number(samples.max());
  }

  private static void pad(StringBuilder line, String cell, int width, boolean right) {
    String space = " ".repeat(width - cell.length());
    line.append(right ? space + cell : cell + space).append("  ");
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private boolean isNumeric(int column) {
    return rows.stream().skip(1).allMatch(row -> row.get(column).matches("[0-9.,]*"));
  }
}
