package dev.holdfast.policy.check;

import dev.holdfast.policy.Rule;
import dev.holdfast.policy.check.source.Place;
import dev.holdfast.policy.check.source.SqlText;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where in a statement a finding points, and how the statement is shown. */
final class Pointing {
  private static final int MAX_EXCERPT = 160;
  private static final Pattern CLAUSE =
      Pattern.compile("(?i)\\bfor\\s+(update|no\\s+key\\s+update|share|key\\s+share)\\b");
  private static final Pattern MARK = Pattern.compile("holdfast_hole_\\d+");
  private static final Set<String> AT_CLAUSE =
      Set.of(Rule.HELPER_PACKAGE.id(), Rule.ONE_TABLE.id());

  private Pointing() {}

  static Place at(SqlText text, String rule, String table) {
    String name = table.substring(table.lastIndexOf('.') + 1);
    Pattern wanted =
        AT_CLAUSE.contains(rule) || name.isEmpty()
            ? CLAUSE
            : Pattern.compile("(?i)(?<!\\w)" + Pattern.quote(name) + "(?!\\w)");
    Matcher matcher = wanted.matcher(text.text());
    return matcher.find() ? text.at(matcher.start()) : text.place();
  }

  static String excerpt(SqlText text) {
    String line = MARK.matcher(text.text()).replaceAll("…").strip().replaceAll("\\s+", " ");
    return line.length() <= MAX_EXCERPT ? line : line.substring(0, MAX_EXCERPT) + "…";
  }
}
