package dev.holdfast.policy.sql;

import java.util.List;

/** Cuts a text into its statements, as PostgreSQL would: semicolons in quotes end none. */
public final class SqlScript {

  /**
   * A statement of a text.
   *
   * @param sql without its semicolon and the comments around it
   * @param start where it begins in the text
   */
  public record Piece(String sql, int start) {}

  private SqlScript() {}

  /** In order; the analysis of the text has one answer for each. */
  public static List<Piece> pieces(String text) {
    return Script.statements(Lexer.read(text).tokens()).stream()
        .map(
            tokens -> {
              int start = tokens.get(0).start();
              int end = tokens.get(tokens.size() - 1).end();
              return new Piece(text.substring(start, end), start);
            })
        .toList();
  }
}
