package dev.holdfast.policy.check.source;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code %s} and {@code {0}} filled in, as far as the values are known. */
final class Formats {
  private static final Pattern MARK =
      Pattern.compile("%(?:(\\d+)\\$)?[-#+ 0,(]*\\d*(?:\\.\\d+)?([a-zA-Z%])|\\{(\\d)}");

  private final Folding into;
  private final int depth;

  Formats(Folding into, int depth) {
    this.into = into;
    this.depth = depth;
  }

  void format(Text.Formatted formatted) {
    Folding.Mark before = into.mark();
    into.addInner(formatted.format(), depth);
    if (into.holes().size() > before.holes() || into.segments().size() == before.segments()) {
      return;
    }
    SqlText.Segment start = into.segments().get(before.segments());
    String format = into.backTo(before);
    into.segments().add(start);
    into.origins().add(start.place());
    fill(format, formatted.values());
  }

  private void fill(String format, List<Text> values) {
    Matcher matcher = MARK.matcher(format);
    int end = 0;
    int next = 0;
    while (matcher.find()) {
      into.addCharacters(format.substring(end, matcher.start()));
      end = matcher.end();
      if ("%".equals(matcher.group(2))) {
        into.addCharacters("%");
      } else if ("n".equals(matcher.group(2))) {
        into.addCharacters("\n");
      } else {
        int index = index(matcher, next);
        next = matcher.group(1) == null && matcher.group(3) == null ? next + 1 : next;
        value(values, index, matcher.group());
      }
    }
    into.addCharacters(format.substring(end));
  }

  private static int index(Matcher matcher, int next) {
    if (matcher.group(1) != null) {
      return Integer.parseInt(matcher.group(1)) - 1;
    }
    return matcher.group(3) != null ? Integer.parseInt(matcher.group(3)) : next;
  }

  private void value(List<Text> values, int index, String mark) {
    if (index < 0 || index >= values.size()) {
      into.hole(mark, Text.EMPTY);
    } else {
      int known = into.segments().size();
      into.addInner(values.get(index), depth);
      // the format is the statement: what was put in stands there, not where it was declared
      into.segments().subList(known, into.segments().size()).clear();
    }
  }
}
