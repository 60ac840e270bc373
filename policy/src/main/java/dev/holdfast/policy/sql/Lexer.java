package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts SQL into tokens by PostgreSQL's rules: nested comments, dollar quotes, E'' strings, standard
 * strings, and the parameters of JDBC, of named templates and of MyBatis. One pass, in linear time;
 * it fails on nothing: what has no end is a token to the end, and {@link #complaint()} says so.
 */
final class Lexer {

  private static final String SIGNS = "+-*/<>=~!@#%^&|`?";
  private static final String STRONG_SIGNS = "~!@#%^&|`?";

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private @Nullable String complaint;

  private Lexer(String sql) {
    this.sql = sql;
  }

  static Lexer read(String sql) {
    Lexer lexer = new Lexer(sql);
    while (lexer.at < sql.length()) {
      lexer.next();
    }
    return lexer;
  }

  List<Token> tokens() {
    return tokens;
  }

  /** What has no end, or null. */
  @Nullable String complaint() {
    return complaint;
  }

  private void next() {
    char c = sql.charAt(at);
    if (Character.isWhitespace(c) || c == '\0' || c == '\uFEFF') {
      at++;
    } else if (here("--")) {
      int end = sql.indexOf('\n', at);
      at = end < 0 ? sql.length() : end + 1;
    } else if (here("/*")) {
      comment();
    } else if (c == '\'') {
      string(at, at + 1, false);
    } else if (c == '"') {
      quoted();
    } else if (Character.isDigit(c) || (c == '.' && digit(at + 1))) {
      number();
    } else if (wordStart(c)) {
      word();
    } else {
      parameterOrSign(c);
    }
  }

  private void comment() {
    int start = at;
    int depth = 0;
    do {
      if (here("/*")) {
        depth++;
        at += 2;
      } else if (here("*/")) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < sql.length());
    if (depth > 0) {
      complain("a comment", start);
    }
  }

  private void string(int start, int inside, boolean escapes) {
    for (int i = inside; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == '\\' && escapes) {
        i++;
      } else if (c == '\'' && i + 1 < sql.length() && sql.charAt(i + 1) == '\'') {
        i++;
      } else if (c == '\'') {
        add(Kind.STRING, sql.substring(inside, i).replace("''", "'"), start, i + 1);
        return;
      }
    }
    complain("a string", start);
    add(Kind.STRING, sql.substring(Math.min(inside, sql.length())), start, sql.length());
  }

  private void quoted() {
    int start = at;
    for (int i = at + 1; i < sql.length(); i++) {
      if (sql.charAt(i) == '"') {
        if (i + 1 < sql.length() && sql.charAt(i + 1) == '"') {
          i++;
        } else {
          add(Kind.QUOTED, sql.substring(start + 1, i).replace("\"\"", "\""), start, i + 1);
          return;
        }
      }
    }
    complain("a quoted name", start);
    add(Kind.QUOTED, sql.substring(start + 1), start, sql.length());
  }

  private void number() {
    int start = at;
    int i = at;
    while (i < sql.length() && (wordPart(sql.charAt(i)) || sql.charAt(i) == '.')) {
      boolean exponent = "eE".indexOf(sql.charAt(i)) >= 0 && !sql.startsWith("0x", start);
      i++;
      if (exponent && i < sql.length() && "+-".indexOf(sql.charAt(i)) >= 0) {
        i++;
      }
    }
    add(Kind.NUMBER, sql.substring(start, i), start, i);
  }

  private void word() {
    int start = at;
    int i = at;
    while (i < sql.length() && wordPart(sql.charAt(i))) {
      i++;
    }
    String text = sql.substring(start, i);
    boolean quote = i < sql.length() && sql.charAt(i) == '\'';
    if (quote && text.length() == 1 && "eEbBxXnN".contains(text)) {
      string(start, i + 1, text.equalsIgnoreCase("e"));
    } else if (text.equalsIgnoreCase("u") && sql.startsWith("&'", i)) {
      string(start, i + 2, false);
    } else {
      tokens.add(Token.word(text, start, i));
      at = i;
    }
  }

  private void parameterOrSign(char c) {
    if (c == '$') {
      dollar();
    } else if (bracesAt(at)) {
      braces();
    } else if (c == ':' && at + 1 < sql.length() && wordPart(sql.charAt(at + 1)) && !inSlice()) {
      parameter(wordEnd(at + 1));
    } else if (questionAt(at)) {
      parameter(at + 1);
    } else {
      sign();
    }
  }

  /** {@code a[1:n]}: a colon that follows a number begins no parameter. */
  private boolean inSlice() {
    return !tokens.isEmpty() && tokens.get(tokens.size() - 1).kind() == Kind.NUMBER;
  }

  private void dollar() {
    int end = wordEnd(at + 1);
    if (at + 1 < sql.length() && sql.charAt(at + 1) == '{') {
      braces();
    } else if (digit(at + 1)) {
      parameter(end);
    } else if (end < sql.length() && sql.charAt(end) == '$') {
      dollarQuote(sql.substring(at, end + 1));
    } else {
      add(Kind.OPERATOR, "$", at, at + 1);
    }
  }

  private void dollarQuote(String tag) {
    int inside = at + tag.length();
    int close = sql.indexOf(tag, inside);
    if (close < 0) {
      complain("a text in dollar quotes", at);
      close = sql.length();
    }
    add(
        Kind.STRING,
        sql.substring(inside, close),
        at,
        Math.min(close + tag.length(), sql.length()));
  }

  private void braces() {
    int close = sql.indexOf('}', at);
    parameter(close < 0 ? sql.length() : close + 1);
  }

  private void parameter(int end) {
    add(Kind.PARAMETER, sql.substring(at, end), at, end);
  }

  /** The longest operator; like PostgreSQL's, it ends in + or - only beside a stronger sign. */
  private void sign() {
    int end = at;
    while (sign(end) && !endsSign(end)) {
      end += sql.startsWith("??", end) ? 2 : 1;
    }
    if (end == at) {
      end = here("::") || here(":=") || here("..") ? at + 2 : at + 1;
    }
    while (end > at + 1 && "+-".indexOf(sql.charAt(end - 1)) >= 0 && !strong(at, end)) {
      end--;
    }
    add(Kind.OPERATOR, sql.substring(at, end), at, end);
  }

  /** A comment or a parameter that stands close to an operator: {@code id=?}. */
  private boolean endsSign(int i) {
    boolean parameter = i > at && (bracesAt(i) || (questionAt(i) && !sql.startsWith("@?", i - 1)));
    return parameter || sql.startsWith("--", i) || sql.startsWith("/*", i);
  }

  private boolean bracesAt(int i) {
    return sql.startsWith("#{", i) || sql.startsWith("@{", i);
  }

  /** JDBC's parameter; not its escape {@code ??}, nor one of jsonb's operators. */
  private boolean questionAt(int i) {
    boolean jsonb =
        sql.startsWith("?&", i) || (sql.startsWith("?|", i) && !sql.startsWith("?||", i));
    return sql.startsWith("?", i) && !sql.startsWith("??", i) && !jsonb;
  }

  private boolean strong(int from, int to) {
    for (int i = from; i < to; i++) {
      if (STRONG_SIGNS.indexOf(sql.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private void add(Kind kind, String text, int start, int end) {
    tokens.add(new Token(kind, text, start, end));
    at = end;
  }

  private void complain(String what, int start) {
    complaint = what + " begins at character " + (start + 1) + " and has no end";
  }

  private boolean here(String text) {
    return sql.startsWith(text, at);
  }

  private boolean digit(int i) {
    return i < sql.length() && Character.isDigit(sql.charAt(i));
  }

  private boolean sign(int i) {
    return i < sql.length() && SIGNS.indexOf(sql.charAt(i)) >= 0;
  }

  private int wordEnd(int from) {
    int i = from;
    while (i < sql.length() && wordPart(sql.charAt(i)) && sql.charAt(i) != '$') {
      i++;
    }
    return i;
  }

  private static boolean wordStart(char c) {
    return Character.isLetter(c) || c == '_' || c > '\u007f';
  }

  private static boolean wordPart(char c) {
    return wordStart(c) || Character.isDigit(c) || c == '$';
  }
}
