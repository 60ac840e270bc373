package dev.holdfast.policy.check.source;

import java.util.Comparator;

/**
 * A place in a source file, counted from 1.
 *
 * @param file as people are shown it, with slashes
 * @param column 0 where only the line is known: the first character that is not blank
 */
public record Place(String file, int line, int column) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::file)
          .thenComparingInt(Place::line)
          .thenComparingInt(Place::column);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return file + ":" + line + (column > 0 ? ":" + column : "");
  }
}
