package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Takes the statements out of the body of a function, a procedure or a DO block, in the order of
 * the text: every branch is taken, every loop goes once. Dynamic SQL is a doubt.
 */
final class Body {

  private static final Set<String> QUERIES =
      Set.of("select", "with", "insert", "update", "delete", "merge", "values", "table");

  private static final Set<String> NOTHING_TO_READ =
      Set.of("null", "fetch", "move", "close", "exit", "continue", "get", "set", "reset");

  private final Function<List<Token>, Reading> readers;
  private final List<Action> actions = new ArrayList<>();
  private final List<String> doubts = new ArrayList<>();

  private Body(Function<List<Token>, Reading> readers) {
    this.readers = readers;
  }

  static Reading plpgsql(String text, Function<List<Token>, Reading> readers) {
    Body body = new Body(readers);
    Lexer lexer = Lexer.read(text);
    if (lexer.complaint() != null) {
      body.doubts.add(lexer.complaint());
    }
    Cursor cursor = new Cursor(lexer.tokens());
    while (!cursor.atEnd()) {
      body.statement(cursor);
    }
    return body.reading();
  }

  /** Of a function in SQL: a list of statements, or {@code BEGIN ATOMIC … END}, or RETURN. */
  static Reading sql(String text, Function<List<Token>, Reading> readers) {
    Body body = new Body(readers);
    List<Token> tokens = new ArrayList<>(Lexer.read(text).tokens());
    if (new Cursor(tokens).accept("begin", "atomic")) {
      tokens.subList(0, 2).clear();
      tokens.remove(tokens.size() - 1);
    }
    for (List<Token> statement : Script.statements(tokens)) {
      body.simple(statement);
    }
    return body.reading();
  }

  private Reading reading() {
    return new Reading(Kind.STATEMENT, actions, doubts);
  }

  private void statement(Cursor cursor) {
    if (cursor.acceptSign("<<")) {
      cursor.next();
      cursor.acceptSign(">>");
    } else if (cursor.accept("declare")) {
      declarations(cursor);
    } else if (cursor.accept("end")) {
      Segments.to(cursor, ";");
    } else if (cursor.accept("if") || cursor.accept("elsif") || cursor.accept("elseif")) {
      expression(Segments.to(cursor, "then"));
    } else if (cursor.accept("when")) {
      expression(Segments.to(cursor, "then"));
    } else if (cursor.accept("case")) {
      expression(Segments.before(cursor, "when"));
    } else if (cursor.accept("while") || cursor.accept("foreach")) {
      expression(Segments.to(cursor, "loop"));
    } else if (cursor.accept("for")) {
      loop(Segments.to(cursor, "loop"));
    } else if (!separator(cursor)) {
      simple(Segments.to(cursor, ";"));
    }
  }

  private static boolean separator(Cursor cursor) {
    return cursor.accept("begin")
        || cursor.accept("else")
        || cursor.accept("loop")
        || cursor.accept("exception")
        || cursor.acceptSign(";");
  }

  /** {@code x int := expression;} and {@code c cursor for query;}. */
  private void declarations(Cursor cursor) {
    while (!cursor.atEnd() && !cursor.accept("begin")) {
      Cursor declaration = new Cursor(Segments.to(cursor, ";"));
      if (declaration.has("cursor") && declaration.skipTo("for")) {
        declaration.next();
        simple(declaration.rest());
      } else {
        expression(Segments.assigned(declaration.rest()));
      }
    }
  }

  /** {@code x in query}, {@code i in 1..f(n)}, {@code x in execute text}, {@code x in a_cursor}. */
  private void loop(List<Token> header) {
    Cursor cursor = new Cursor(header);
    cursor.skipTo("in");
    cursor.next();
    cursor.accept("reverse");
    Token first = cursor.peek();
    if (QUERIES.contains(first.text()) || first.is("execute") || first.isSign("(")) {
      simple(cursor.rest());
    } else {
      expression(cursor.rest().stream().map(Segments::rangeAsComma).toList());
    }
  }

  private void simple(List<Token> tokens) {
    Cursor cursor = new Cursor(tokens);
    Token first = cursor.peek();
    if (tokens.isEmpty() || NOTHING_TO_READ.contains(first.text())) {
      return;
    }
    if (cursor.accept("perform")) {
      expression(cursor.rest());
    } else if (cursor.accept("return")) {
      returned(cursor);
    } else if (cursor.accept("open")) {
      if (cursor.skipTo("for")) {
        cursor.next();
        simple(cursor.rest());
      }
    } else if (cursor.accept("raise") || cursor.accept("assert")) {
      expression(Segments.arguments(cursor.rest()));
    } else if (first.isName() && !Segments.assigned(tokens).isEmpty() && !known(first)) {
      expression(Segments.assigned(tokens));
    } else {
      add(readers.apply(Segments.withoutInto(tokens)));
    }
  }

  private static boolean known(Token first) {
    return QUERIES.contains(first.text()) || first.is("call") || first.is("execute");
  }

  private void returned(Cursor cursor) {
    if (cursor.accept("query")) {
      simple(cursor.rest());
    } else {
      cursor.accept("next");
      expression(cursor.rest());
    }
  }

  /**
   * An expression is what a SELECT could select; without parentheses it reads and calls nothing.
   */
  private void expression(List<Token> tokens) {
    if (tokens.stream().anyMatch(t -> t.isSign("(") || t.is("from"))) {
      List<Token> select = new ArrayList<>();
      select.add(Token.word("select", 0, 0));
      select.addAll(tokens);
      add(readers.apply(select));
    }
  }

  private void add(Reading reading) {
    if (reading.kind() != Kind.STATEMENT && reading.kind() != Kind.OTHER) {
      doubts.add("the body ends transactions itself: " + reading.kind());
    }
    actions.addAll(reading.actions());
    doubts.addAll(reading.doubts());
  }
}
