package dev.holdfast.server.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as their widest cell. */
final class Table {
  private static final String GAP = "  ";
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... titles) {
    rows.add(List.of(titles));
  }

  void row(String... cells) {
    List<String> clean = new ArrayList<>();
    for (String cell : cells) {
      clean.add(visible(cell));
    }
    rows.add(clean);
  }

  /** Names are data: a control character in one must not steer the terminal. */
  static String visible(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '\ufffd' : c));
    return out.toString();
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      out.append(line(row, widths).stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      line.append(cell).append(" ".repeat(widths[i] - cell.length())).append(GAP);
    }
    return line.toString();
  }
}
