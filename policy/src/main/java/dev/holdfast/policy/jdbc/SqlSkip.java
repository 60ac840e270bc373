package dev.holdfast.policy.jdbc;

/** Where a token of SQL ends: a word, a string, a comment, or one character of anything else. */
final class SqlSkip {

  private SqlSkip() {}

  /** The position behind the token at {@code from}; unfinished ones end with the text. */
  static int past(String sql, int from) {
    char c = sql.charAt(from);
    if (c == '\'') {
      return quoted(sql, from, '\'', isEscapeString(sql, from));
    } else if (c == '"') {
      return quoted(sql, from, '"', false);
    } else if (c == '$') {
      return dollar(sql, from);
    } else if (sql.startsWith("--", from)) {
      int end = sql.indexOf('\n', from);
      return end < 0 ? sql.length() : end;
    } else if (sql.startsWith("/*", from)) {
      return comment(sql, from);
    }
    return isWord(c) ? word(sql, from) : from + 1;
  }

  private static int word(String sql, int from) {
    int at = from + 1;
    while (at < sql.length() && (isWord(sql.charAt(at)) || sql.charAt(at) == '$')) {
      at++;
    }
    return at;
  }

  private static int quoted(String sql, int from, char quote, boolean escapes) {
    for (int at = from + 1; at < sql.length(); at++) {
      char c = sql.charAt(at);
      if (escapes && c == '\\') {
        at++;
      } else if (c == quote) {
        if (at + 1 == sql.length() || sql.charAt(at + 1) != quote) {
          return at + 1;
        }
        at++;
      }
    }
    return sql.length();
  }

  /** E'…': there, a backslash hides a quote. */
  private static boolean isEscapeString(String sql, int from) {
    return from > 0
        && (sql.charAt(from - 1) == 'e' || sql.charAt(from - 1) == 'E')
        && (from == 1 || !isWord(sql.charAt(from - 2)));
  }

  /** $tag$…$tag$, or a parameter's $1. */
  private static int dollar(String sql, int from) {
    int at = from + 1;
    while (at < sql.length() && isWord(sql.charAt(at))) {
      at++;
    }
    boolean isTag =
        at < sql.length() && sql.charAt(at) == '$' && !Character.isDigit(sql.charAt(from + 1));
    if (!isTag) {
      return from + 1;
    }
    String tag = sql.substring(from, at + 1);
    int end = sql.indexOf(tag, at + 1);
    return end < 0 ? sql.length() : end + tag.length();
  }

  /** Comments nest. */
  private static int comment(String sql, int from) {
    int depth = 0;
    for (int at = from; at < sql.length(); at++) {
      if (sql.startsWith("/*", at)) {
        depth++;
        at++;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at++;
        if (depth == 0) {
          return at + 1;
        }
      }
    }
    return sql.length();
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
