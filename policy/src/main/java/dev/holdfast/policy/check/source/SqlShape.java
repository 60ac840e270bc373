package dev.holdfast.policy.check.source;

import java.util.regex.Pattern;

/** Tells SQL from other strings by how it begins. Prose that begins with "Select" is not SQL. */
public final class SqlShape {
  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
  private static final String NAME = "(?:[\\w.$\"%{}\\[\\]#@-]+)";

  /** Comments, hints and opening parentheses may go before. */
  private static final String LEAD = "^(?:\\s++|\\(|--[^\\n]*+\\n|/\\*.*?\\*/)*+";

  private static final Pattern STATEMENT =
      Pattern.compile(
          LEAD
              + "(?:"
              + "select\\s+.*?\\bfrom\\b\\s*[\\w(\"$%{]"
              + "|select\\s+[\\w.]+\\s*\\("
              + "|insert\\s+into\\s+"
              + NAME
              + "\\s*(?:\\(|values\\b|select\\b|default\\b|as\\b|$)"
              + "|update\\s+(?:only\\s+)?"
              + NAME
              + "(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\s+\\S"
              + "|delete\\s+from\\s+(?:only\\s+)?"
              + NAME
              + "\\s*(?:$|;|where\\b|using\\b|returning\\b|as\\b|\\w+\\s+(?:where|using|returning)\\b)"
              + "|with\\s+(?:recursive\\s+)?"
              + NAME
              + "(?:\\s*\\([^)]*\\))?\\s+as\\s+(?:(?:not\\s+)?materialized\\s*)?\\("
              + "|merge\\s+into\\s+"
              + NAME
              + "\\s+(?:as\\s+)?\\w*\\s*using\\b"
              + "|lock\\s+table\\s+\\S"
              + "|truncate\\s+(?:table\\s+)?"
              + NAME
              + "\\s*(?:$|;|,|restart|continue|cascade|restrict)"
              + "|(?:create|alter|drop)\\s+"
              + "(?:table|index|unique|or\\s+replace|function|view|trigger)\\b\\s*\\S"
              + "|table\\s+\\w+\\s+for\\s+\\w+"
              + ")",
          FLAGS);

  private static final Pattern LOCKING_CLAUSE =
      Pattern.compile(
          "\\bfor\\s+(?:update|no\\s+key\\s+update|share|key\\s+share)\\b(?!\\s+set\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern BARE_CLAUSE =
      Pattern.compile(
          "(?i)\\s*for\\s+(?:update|no\\s+key\\s+update|share|key\\s+share)"
              + "(?:\\s+of\\s+[\\w.,\\s]+?)?(?:\\s+nowait|\\s+skip\\s+locked)?\\s*;?\\s*");

  private static final Pattern KIND =
      Pattern.compile(
          LEAD + "(?:select|insert|update|delete|with|merge|lock|truncate|values|table|call|do)\\b",
          FLAGS);

  private static final Pattern PROSE =
      Pattern.compile("^\\s*+[A-Z][a-z]+\\s[^=?(;:*]*+$", Pattern.DOTALL);

  private SqlShape() {}

  public static boolean looksLikeSql(String text) {
    return mayBegin(text) && !isProse(text) && STATEMENT.matcher(text).find();
  }

  /** {@code Delete from cart} is a label: who writes a sentence's first word so, writes no SQL. */
  private static boolean isProse(String text) {
    return PROSE.matcher(text).find();
  }

  /** Whether a text has a locking clause, wherever it is. */
  public static boolean hasLockingClause(String text) {
    return LOCKING_CLAUSE.matcher(text).find();
  }

  /** Whether a text is a locking clause and nothing else: its statement is made elsewhere. */
  public static boolean isLockingClause(String text) {
    return BARE_CLAUSE.matcher(text).matches();
  }

  /** Whether the first word is one that SQL begins with. */
  public static boolean beginsLikeSql(String text) {
    return KIND.matcher(text).find();
  }

  /** The cheap half of the question: most strings fail here. */
  static boolean mayBegin(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isWhitespace(c)) {
        return c == '(' || c == '-' || c == '/' || "siudwmltca".indexOf(c | 0x20) >= 0;
      }
    }
    return false;
  }
}
