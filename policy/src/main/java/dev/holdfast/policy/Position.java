package dev.holdfast.policy;

/**
 * Where something stands in a policy file, both counted from 1.
 *
 * @param line 0 where there is no file
 */
public record Position(int line, int column) implements Comparable<Position> {

  /** Of what was made by a program, not read from a file. */
  public static final Position NONE = new Position(0, 0);

  @Override
  public int compareTo(Position other) {
    return line != other.line
        ? Integer.compare(line, other.line)
        : Integer.compare(column, other.column);
  }

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
