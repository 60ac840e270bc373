package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Token.Kind;
import java.util.List;
import java.util.Optional;

/** Walks over tokens; past the end it sees an empty one. */
final class Cursor {

  private static final Token END = new Token(Kind.OPERATOR, "", 0, 0);

  private final List<Token> tokens;
  private int at;

  Cursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  boolean atEnd() {
    return at >= tokens.size();
  }

  Token peek() {
    return peek(0);
  }

  Token peek(int ahead) {
    return at + ahead < tokens.size() ? tokens.get(at + ahead) : END;
  }

  Token next() {
    Token token = peek();
    at++;
    return token;
  }

  List<Token> rest() {
    return tokens.subList(Math.min(at, tokens.size()), tokens.size());
  }

  /** Whether these keywords follow, in this order. */
  boolean sees(String... keywords) {
    for (int i = 0; i < keywords.length; i++) {
      if (!peek(i).is(keywords[i])) {
        return false;
      }
    }
    return true;
  }

  /** Steps over these keywords if all follow. */
  boolean accept(String... keywords) {
    boolean seen = sees(keywords);
    at += seen ? keywords.length : 0;
    return seen;
  }

  boolean acceptSign(String sign) {
    boolean seen = peek().isSign(sign);
    at += seen ? 1 : 0;
    return seen;
  }

  /** Steps to the first of these keywords outside parentheses; false, at the end, if none is. */
  boolean skipTo(String keyword) {
    int depth = 0;
    for (; !atEnd(); at++) {
      depth += peek().isSign("(") ? 1 : peek().isSign(")") ? -1 : 0;
      if (depth == 0 && peek().is(keyword)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the keyword occurs from here on, at whatever depth. */
  boolean has(String keyword) {
    return rest().stream().anyMatch(t -> t.is(keyword));
  }

  /** Steps over what is in parentheses, if they follow. */
  List<Token> parentheses() {
    if (!peek().isSign("(")) {
      return List.of();
    }
    int start = at + 1;
    int depth = 0;
    do {
      depth += peek().isSign("(") ? 1 : peek().isSign(")") ? -1 : 0;
      at++;
    } while (depth > 0 && !atEnd());
    return tokens.subList(start, Math.max(start, depth > 0 ? at : at - 1));
  }

  /** Reads {@code name}, {@code schema.name} or {@code database.schema.name}. */
  Optional<TableName> table() {
    if (!peek().isName() || peek().text().isEmpty()) {
      return Optional.empty();
    }
    String schema = null;
    String name = next().text();
    while (peek().isSign(".") && peek(1).isName() && !peek(1).text().isEmpty()) {
      at++;
      schema = name;
      name = next().text();
    }
    return Optional.of(new TableName(schema, name));
  }
}
