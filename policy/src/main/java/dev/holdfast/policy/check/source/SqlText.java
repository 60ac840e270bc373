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

  /** Whether it stands in the body of a function: calls run it, wherever it was created. */
  public boolean isInBody() {
    return owner.member().equals(Bodies.MEMBER);
  }

  public String withoutComments() {
    return Bodies.withoutComments(text);
  }

  /** Where it begins. */
  public Place place() {
    int start = 0;
    while (start < text.length() - 1 && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    return at(start);
  }

  /** The line on which its first part begins: that of the quotes, where a text block is. */
  public int firstLine() {
    return segments.get(0).place().line();
  }

  /** The line on which it ends, if it ends in the file in which it begins. */
  public int lastLine() {
    Place end = at(Math.max(0, text.stripTrailing().length() - 1));
    return end.file().equals(place().file()) ? end.line() : place().line();
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
    if (segment.layout() == Text.Layout.AT) {
      return start;
    }
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
