package dev.holdfast.policy.check.source;

import java.util.List;

/**
 * A text that is SQL, put together from a source.
 *
 * @param text each hole replaced by its mark, which reads as a name
 * @param segments where its parts stand in the source, in order
 * @param holes what the source leaves to run time; empty where the text is complete
 */
public record SqlText(Owner owner, How how, String text, List<Segment> segments, List<Hole> holes) {

  /** A part that lies in the source as {@code layout} says, from {@code offset} of the text on. */
  record Segment(int offset, Place place, Text.Layout layout) {}

  public SqlText {
    segments = List.copyOf(segments);
    holes = List.copyOf(holes);
  }

  public boolean isComplete() {
    return holes.isEmpty();
  }

  /** Where it begins. */
  public Place place() {
    int start = 0;
    while (start < text.length() - 1 && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    return at(start);
  }

  /** Where the character at an offset stands in the source. */
  public Place at(int offset) {
    Segment segment = segments.get(0);
    for (Segment next : segments) {
      if (next.offset() > offset) {
        break;
      }
      segment = next;
    }
    return at(segment, Math.max(segment.offset(), Math.min(offset, text.length())));
  }

  private Place at(Segment segment, int offset) {
    Place start = segment.place();
    if (segment.layout() == Text.Layout.QUOTED) {
      return new Place(start.file(), start.line(), start.column() + 1 + offset - segment.offset());
    }
    String before = text.substring(segment.offset(), offset);
    int lines = (int) before.chars().filter(c -> c == '\n').count();
    if (segment.layout() == Text.Layout.BLOCK) {
      return new Place(start.file(), start.line() + 1 + lines, 0);
    }
    int column = lines == 0 ? start.column() + before.length() : columnAfterBreak(before);
    return new Place(start.file(), start.line() + lines, column);
  }

  private static int columnAfterBreak(String before) {
    return before.length() - before.lastIndexOf('\n');
  }
}
