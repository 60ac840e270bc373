package dev.holdfast.policy.check.source;

import java.util.ArrayList;
import java.util.List;

/**
 * A string as its source builds it, before names are looked up. One language for Java, XML and
 * files: so constants of other files can be put in once all files are read, and no syntax tree has
 * to stay in memory until then.
 */
sealed interface Text {
  Text EMPTY = new Joined(List.of());

  /** Characters that the source has, and how they lie there. */
  record Literal(String value, Place place, Layout layout) implements Text {}

  /** A constant, a field or a method's result, as written: {@code SQL}, {@code Queries.SQL}. */
  record Name(String name, Scope scope, Place place) implements Text {}

  record Joined(List<Text> parts) implements Text {}

  /** One of these, and the source does not say which. */
  record Choice(List<Text> options) implements Text {}

  /** Known at run time only. {@code what} is for people. */
  record Hole(String what, Place place) implements Text {}

  /** {@code String.format} and its like. */
  record Formatted(Text format, List<Text> values) implements Text {}

  record Replaced(Text in, Text what, Text by) implements Text {}

  /** Without a connective or a comma at either end; nothing at all if nothing is left. */
  record Trimmed(Text list) implements Text {}

  /** What an unknown method gives: the first of these that looks like SQL, else a hole. */
  record Passed(List<Text> tries, Hole otherwise) implements Text {}

  /** How the characters of a literal lie in the file. */
  enum Layout {
    /** In quotes on one line. */
    QUOTED,
    /** A text block: from the next line on, without its indentation. */
    BLOCK,
    /** As they are. */
    EXACT,
    /** Elsewhere: all of them are shown at one place. */
    AT
  }

  static Text join(Text left, Text right) {
    List<Text> parts = new ArrayList<>();
    addParts(parts, left);
    addParts(parts, right);
    return new Joined(List.copyOf(parts));
  }

  static Text joinAll(List<Text> texts, Text between) {
    List<Text> parts = new ArrayList<>();
    for (Text text : texts) {
      if (!parts.isEmpty()) {
        parts.add(between);
      }
      parts.add(text);
    }
    return new Joined(List.copyOf(parts));
  }

  static Text either(Text one, Text other) {
    return one.equals(other) ? one : new Choice(List.of(one, other));
  }

  private static void addParts(List<Text> parts, Text text) {
    if (text instanceof Joined joined) {
      parts.addAll(joined.parts());
    } else {
      parts.add(text);
    }
  }
}
