package dev.holdfast.policy.check.source;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Placeholders that a framework fills before the text is SQL: <code>${prefix}</code> of Flyway and
 * MyBatis, {@code %PREFIX%}, {@code {{name}}} and {@code {0}}. JDBC's own parameters are none.
 */
final class Placeholders {
  private static final Pattern MARK =
      Pattern.compile(
          "\\$\\{\\s*([\\w.:@-]+)\\s*}|(?<!\\w)%(\\w{2,})%|\\{\\{\\s*([\\w.]+)\\s*}}|\\{(h-\\w+)}");

  private Placeholders() {}

  /** Adds a literal's text: values that are defined put in, a hole for each other placeholder. */
  static void add(String literal, Map<String, String> defined, Folding into) {
    Matcher matcher = MARK.matcher(literal);
    int end = 0;
    while (matcher.find()) {
      into.addCharacters(literal.substring(end, matcher.start()));
      end = matcher.end();
      String value = defined.get(name(matcher));
      if (value != null) {
        into.addCharacters(value);
      } else if (end < literal.length() && literal.charAt(end) == '.') {
        end++; // a schema of unknown name: the table's own name is enough
      } else {
        into.hole(matcher.group(), Text.EMPTY);
      }
    }
    into.addCharacters(literal.substring(end));
  }

  private static String name(Matcher matcher) {
    for (int group = 1; group <= matcher.groupCount(); group++) {
      if (matcher.group(group) != null) {
        return matcher.group(group);
      }
    }
    return "";
  }
}
