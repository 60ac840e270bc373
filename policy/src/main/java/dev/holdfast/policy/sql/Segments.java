package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.List;

/** Cuts pieces out of the tokens of a PL/pgSQL body. */
final class Segments {

  private Segments() {}

  /** What comes before this word or sign, outside CASE expressions; steps over it too. */
  static List<Token> to(Cursor cursor, String end) {
    List<Token> piece = before(cursor, end);
    cursor.next();
    return piece;
  }

  static List<Token> before(Cursor cursor, String end) {
    List<Token> piece = new ArrayList<>();
    int parens = 0;
    int cases = 0;
    while (!cursor.atEnd()) {
      Token token = cursor.peek();
      boolean here = token.is(end) || token.isSign(end);
      if (here && (end.equals(";") || (parens == 0 && cases == 0))) {
        break;
      }
      parens += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
      cases += token.is("case") ? 1 : token.is("end") ? -1 : 0;
      piece.add(cursor.next());
    }
    return piece;
  }

  /** What follows the first {@code :=}, {@code =} or DEFAULT outside parentheses, or nothing. */
  static List<Token> assigned(List<Token> tokens) {
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean opens = token.isSign("(") || token.isSign("[");
      boolean closes = token.isSign(")") || token.isSign("]");
      depth += opens ? 1 : closes ? -1 : 0;
      boolean assigns = token.isSign(":=") || token.isSign("=") || token.is("default");
      if (depth == 0 && assigns) {
        return tokens.subList(i + 1, tokens.size());
      }
    }
    return List.of();
  }

  /** Of RAISE level 'format', arguments USING …: what follows the first comma. */
  static List<Token> arguments(List<Token> tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isSign(",")) {
        return tokens.subList(i + 1, tokens.size()).stream()
            .map(t -> t.is("using") || t.isSign("=") ? comma(t) : t)
            .toList();
      }
    }
    return List.of();
  }

  static Token rangeAsComma(Token token) {
    return token.isSign("..") || token.is("by") ? comma(token) : token;
  }

  private static Token comma(Token token) {
    return new Token(Token.Kind.OPERATOR, ",", token.start(), token.end());
  }

  /** A statement without its {@code INTO [STRICT] variable, …}. */
  static List<Token> withoutInto(List<Token> tokens) {
    int depth = 0;
    for (int i = 1; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
      Token before = tokens.get(i - 1);
      if (depth == 0 && token.is("into") && !before.is("insert") && !before.is("merge")) {
        Cursor cursor = new Cursor(tokens.subList(i + 1, tokens.size()));
        cursor.accept("strict");
        do {
          cursor.table();
        } while (cursor.acceptSign(","));
        List<Token> without = new ArrayList<>(tokens.subList(0, i));
        without.addAll(cursor.rest());
        return without;
      }
    }
    return tokens;
  }
}
