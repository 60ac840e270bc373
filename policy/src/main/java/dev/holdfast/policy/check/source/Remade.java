package dev.holdfast.policy.check.source;

import java.util.List;

/** Fields that are set again to something made of themselves: {@code sql = format(sql, prefix)}. */
final class Remade {
  private static final int MAX_DEPTH = 10;

  private Remade() {}

  /** What a name may be: what it was before it was made anew is only a step on the way. */
  static List<Text> of(List<Text> options, Text.Name name) {
    List<Text> remade = options.stream().filter(text -> refersTo(text, name, 0)).toList();
    return remade.isEmpty() || remade.contains(options.get(0)) ? options : remade;
  }

  private static boolean refersTo(Text text, Text.Name name, int depth) {
    if (depth > MAX_DEPTH) {
      return false;
    } else if (text instanceof Text.Name other) {
      return other.name().equals(name.name());
    } else if (text instanceof Text.Formatted formatted) {
      return refersTo(formatted.format(), name, depth + 1);
    } else if (text instanceof Text.Replaced replaced) {
      return refersTo(replaced.in(), name, depth + 1);
    } else if (text instanceof Text.Passed passed) {
      return passed.tries().stream().anyMatch(part -> refersTo(part, name, depth + 1));
    }
    return text instanceof Text.Joined joined
        && joined.parts().stream().anyMatch(part -> refersTo(part, name, depth + 1));
  }
}
