package dev.holdfast.policy.check;

import dev.holdfast.policy.check.source.How;
import dev.holdfast.policy.check.source.SqlShape;
import dev.holdfast.policy.check.source.SqlText;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may stand where a text has holes. First the marks themselves, which read as names; then what
 * the word before each asks for; then nothing. A hole where a table stands keeps its mark always.
 */
final class Fillers {
  private static final Pattern TABLE_MARK =
      Pattern.compile(
          "(?i)(?<=\\b(?:from|join|update|into|table|only)\\s{1,9})holdfast_hole_\\d++(?!\\w)"
              + "|(?<=[\\w.\"])holdfast_hole_\\d++|holdfast_hole_\\d++(?=[\\w.\"(])");
  private static final Pattern MARK = Pattern.compile("holdfast_hole_\\d++");
  private static final Pattern WORD_BEFORE = Pattern.compile("(?:(\\w+)|(\\S))\\s*$");

  /** What a mapper's optional parts may leave. */
  private static final Pattern DANGLING = Pattern.compile("(?i)\\b(where)\\s+(?:and|or)\\b");

  private static final Pattern EMPTY_WHERE =
      Pattern.compile("(?i)\\bwhere(?=\\s*(?:$|\\)|;|(?:order|group)\\s+by\\b|limit\\b|for\\b))");
  private static final Pattern EMPTY_LIST = Pattern.compile("(?i)\\bin\\s*\\(\\s*\\)");

  private static final Pattern LEADING = Pattern.compile("^(?:\\s|holdfast_hole_\\d+(?!\\w))+");
  private static final Pattern FROM = Pattern.compile("(?i)\\bfrom\\b");
  private static final int LOOK_BACK = 40;

  private Fillers() {}

  /**
   * The text from where it begins to be SQL: a mapper may have a hole for hints before it, or for
   * the word SELECT itself.
   */
  static String start(SqlText text) {
    if (!text.how().isMapper()) {
      return text.text();
    }
    String rest = LEADING.matcher(text.text()).replaceFirst("");
    boolean hidden =
        text.how() == How.MYBATIS_SELECT
            && rest.length() < text.text().length()
            && !SqlShape.beginsLikeSql(rest)
            && FROM.matcher(rest).find();
    return hidden ? "select " + rest : rest;
  }

  /** Without the AND or OR that an optional part left behind, or the WHERE of none. */
  static String tidied(String sql) {
    String joined = DANGLING.matcher(sql).replaceAll("$1 ");
    String filled = EMPTY_LIST.matcher(joined).replaceAll("in (null)");
    return EMPTY_WHERE.matcher(filled).replaceAll("");
  }

  static Set<String> of(SqlText text) {
    String sql = tidied(start(text));
    Set<String> filled = new LinkedHashSet<>();
    filled.add(sql);
    filled.add(replaced(sql, true));
    filled.add(replaced(sql, false));
    return filled;
  }

  private static String replaced(String sql, boolean byContext) {
    StringBuilder out = new StringBuilder();
    Matcher mark = MARK.matcher(sql);
    Matcher table = TABLE_MARK.matcher(sql);
    int end = 0;
    while (mark.find()) {
      out.append(sql.substring(end, mark.start()));
      end = mark.end();
      boolean keeps = table.find(mark.start()) && table.start() == mark.start();
      out.append(keeps ? mark.group() : byContext ? filler(out) : " ");
    }
    return out.append(sql.substring(end)).toString();
  }

  /** After WHERE a condition, after SET an assignment, after IN a list, after = a value. */
  private static String filler(CharSequence before) {
    int from = Math.max(0, before.length() - LOOK_BACK);
    Matcher word = WORD_BEFORE.matcher(before.subSequence(from, before.length()));
    if (!word.find()) {
      return " ";
    }
    String last = word.group(1) == null ? word.group(2) : word.group(1);
    return switch (last.toLowerCase(Locale.ROOT)) {
      case "where", "and", "or", "on", "not", "having", "when" -> " 1 = 1 ";
      case "set" -> " x = 1 ";
      case "in", "values" -> " (1) ";
      case "select", "by", "returning", "distinct" -> " x ";
      case "=", "<", ">", "(", ",", "+", "-", "*", "/", "|" -> " ? ";
      case "limit", "offset", "like", "between", "interval" -> " ? ";
      default -> " ";
    };
  }
}
