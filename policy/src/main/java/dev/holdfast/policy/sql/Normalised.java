package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A statement as JSqlParser can read it. What it can't read and what decides no lock is replaced
 * (strings, collations, rare operators); locking clauses are read here and leave a mark in their
 * place, {@code FOR UPDATE OF hf_lock_0}, which stands for the first of {@link #clauses}.
 */
record Normalised(String sql, List<List<LockingClause>> clauses) {

  static final String MARK = "hf_lock_";

  /** Before a table's name: ONLY that table. */
  static final String ONLY = "hf_only ";

  /** A column in the place of MERGE … THEN DO NOTHING. */
  static final String NOTHING = "hf_nothing";

  private static final Set<String> KNOWN_SIGNS =
      Set.of(
          "=", "<>", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "^", "||", "&&", "->",
          "->>", "@>", "<@", "@@", "~", "~*", "!~", "!~*", "(", ")", ",", ".", "[", "]", ":", "::",
          ":=", "=>");

  private static final Set<String> VALUE_ENDS = Set.of(")", "]");

  /** Words that the parser keeps for itself and PostgreSQL leaves to everybody as names. */
  private static final Set<String> PLAIN_NAMES =
      Set.of(
          "absent",
          "csv",
          "current",
          "errors",
          "excludes",
          "extend",
          "final",
          "force",
          "import",
          "includes",
          "minus",
          "output",
          "pivot",
          "prior",
          "returns",
          "sample",
          "script",
          "semi",
          "settings",
          "statement",
          "unbounded",
          "unknown",
          "unpivot",
          "use",
          "verify",
          "xor");

  /** Before these words such a word is one of the syntax: CURRENT ROW, UNBOUNDED PRECEDING. */
  private static final Set<String> SYNTAX = Set.of("row", "preceding", "following", "on");

  static Normalised of(List<Token> tokens) {
    Cursor cursor = new Cursor(tokens);
    StringBuilder sql = new StringBuilder();
    List<List<LockingClause>> clauses = new ArrayList<>();
    Token last = new Token(Kind.OPERATOR, "(", 0, 0);
    while (!cursor.atEnd()) {
      if (LockingClause.follows(cursor)) {
        sql.append(" for update of ").append(MARK).append(clauses.size());
        clauses.add(LockingClause.readAll(cursor));
        last = new Token(Kind.WORD, "update", 0, 0);
      } else if (!replace(cursor, sql)) {
        Token token = cursor.next();
        append(sql, isPlainName(token, last, cursor.peek()) ? quoted(token) : token, last);
        last = token;
      }
    }
    return new Normalised(sql.toString().strip(), clauses);
  }

  private static boolean replace(Cursor cursor, StringBuilder sql) {
    if (cursor.accept("collate")) {
      return cursor.table().isPresent();
    } else if (cursor.sees("select") && selectsNothing(cursor.peek(1))) {
      cursor.next();
      sql.append(" select 1");
    } else if (cursor.accept("for", "read", "only")) {
      return true;
    } else if (cursor.accept("current", "of")) {
      cursor.table();
      sql.append(" true");
    } else if (cursor.accept("not", "matched", "then", "do", "nothing")) {
      sql.append(" not matched then insert (").append(NOTHING).append(") values (1)");
    } else if (cursor.accept("matched", "then", "do", "nothing")) {
      sql.append(" matched then update set ").append(NOTHING).append(" = 1");
    } else if (cursor.sees("operator") && cursor.peek(1).isSign("(")) {
      cursor.next();
      cursor.parentheses();
      sql.append(" ||");
    } else {
      return only(cursor, sql);
    }
    return true;
  }

  /** PostgreSQL allows an empty list: {@code exists (select from t)}. */
  private static boolean selectsNothing(Token next) {
    return next.is("from") || next.is("where") || next.isSign(")");
  }

  /** {@code only t} and {@code only (t)} become a name that says so, with a dead {@code *} gone. */
  private static boolean only(Cursor cursor, StringBuilder sql) {
    boolean here = cursor.sees("only") && (cursor.peek(1).isName() || cursor.peek(1).isSign("("));
    if (!here || sql.toString().endsWith(" row") || sql.toString().endsWith(" rows")) {
      return false;
    }
    cursor.next();
    Cursor names = cursor.peek().isSign("(") ? new Cursor(cursor.parentheses()) : cursor;
    names
        .table()
        .ifPresent(
            t ->
                sql.append(' ')
                    .append(t.schema() == null ? "" : quoted(t.schema()) + '.')
                    .append(quoted(ONLY + t.name())));
    return true;
  }

  private static boolean isPlainName(Token token, Token last, Token next) {
    return token.kind() == Kind.WORD
        && PLAIN_NAMES.contains(token.text())
        && !(token.is("unknown") && (last.is("is") || last.is("not")))
        && !(next.kind() == Kind.WORD && SYNTAX.contains(next.text()));
  }

  private static Token quoted(Token word) {
    return new Token(Kind.QUOTED, word.text(), word.start(), word.end());
  }

  private static String quoted(String name) {
    return new Token(Kind.QUOTED, name, 0, 0).sql();
  }

  private static void append(StringBuilder sql, Token token, Token last) {
    if (token.kind() == Kind.STRING && last.kind() == Kind.STRING) {
      return; // 'a' 'b' is one string
    }
    boolean sign = token.kind() == Kind.OPERATOR;
    if (!sign || KNOWN_SIGNS.contains(token.text())) {
      boolean tight = token.isSign(".") || last.isSign(".");
      sql.append(tight ? "" : " ").append(token.sql());
    } else if (afterValue(last)) {
      sql.append(" ||");
    }
  }

  /** A sign after a value stands between two; elsewhere it is a prefix and decides nothing. */
  private static boolean afterValue(Token last) {
    return last.kind() != Kind.OPERATOR || VALUE_ENDS.contains(last.text());
  }
}
