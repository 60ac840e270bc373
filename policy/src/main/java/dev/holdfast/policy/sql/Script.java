package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.List;

/** Cuts the tokens of a text into its statements, without their semicolons. */
final class Script {

  private Script() {}

  static List<List<Token>> statements(List<Token> tokens) {
    List<List<Token>> statements = new ArrayList<>();
    int start = 0;
    int parens = 0;
    int blocks = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      parens += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
      blocks += blockChange(tokens, i, blocks);
      if (token.isSign(";") && parens <= 0 && blocks == 0) {
        add(statements, tokens.subList(start, i));
        start = i + 1;
        parens = 0;
      }
    }
    add(statements, tokens.subList(start, tokens.size()));
    return statements;
  }

  /** The body of an SQL-standard function has semicolons of its own: BEGIN ATOMIC … END. */
  private static int blockChange(List<Token> tokens, int i, int blocks) {
    Token token = tokens.get(i);
    if (token.is("begin") && i + 1 < tokens.size() && tokens.get(i + 1).is("atomic")) {
      return 1;
    }
    if (blocks == 0) {
      return 0;
    }
    return token.is("case") ? 1 : token.is("end") ? -1 : 0;
  }

  private static void add(List<List<Token>> statements, List<Token> tokens) {
    if (!tokens.isEmpty()) {
      statements.add(List.copyOf(tokens));
    }
  }
}
