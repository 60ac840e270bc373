package dev.holdfast.policy.sql;

import java.util.Locale;

/**
 * A piece of SQL.
 *
 * @param text of a word: in lower case; of a quoted name and of a string: what is inside
 * @param start where it begins in the text
 * @param end where it ends, exclusive
 */
record Token(Kind kind, String text, int start, int end) {

  enum Kind {
    WORD,
    QUOTED,
    STRING,
    NUMBER,
    PARAMETER,
    OPERATOR
  }

  static Token word(String text, int start, int end) {
    return new Token(Kind.WORD, text.toLowerCase(Locale.ROOT), start, end);
  }

  /** Whether it is this keyword, given in lower case. */
  boolean is(String keyword) {
    return kind == Kind.WORD && text.equals(keyword);
  }

  /** Whether it is this operator or punctuation. */
  boolean isSign(String sign) {
    return kind == Kind.OPERATOR && text.equals(sign);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }

  /** As SQL again, except that a string loses what is inside. */
  String sql() {
    return switch (kind) {
      case QUOTED -> '"' + text.replace("\"", "\"\"") + '"';
      case STRING -> "'s'";
      case PARAMETER -> "?";
      case WORD, NUMBER, OPERATOR -> text;
    };
  }
}
