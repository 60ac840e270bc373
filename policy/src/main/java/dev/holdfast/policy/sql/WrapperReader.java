package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.Conflict;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads statements around statements: EXPLAIN, PREPARE, DECLARE, COPY, DO, CALL. */
final class WrapperReader implements StatementReader {

  private final Function<List<Token>, Reading> readers;

  /** {@code readers}: all of them, for the statement inside. */
  WrapperReader(Function<List<Token>, Reading> readers) {
    this.readers = readers;
  }

  @Override
  public Optional<Reading> read(List<Token> statement) {
    Cursor cursor = new Cursor(statement);
    Token first = cursor.next();
    if (first.isSign("{")) {
      return Optional.of(escaped(cursor));
    }
    return switch (first.text()) {
      case "explain" -> Optional.of(explain(cursor));
      case "prepare" -> Optional.of(Reading.of(Kind.STATEMENT));
      case "execute" ->
          Optional.of(Reading.doubt("EXECUTE runs what was prepared elsewhere or is dynamic"));
      case "declare" -> Optional.of(declare(cursor));
      case "copy" -> Optional.of(copy(cursor));
      case "do" -> Optional.of(block(cursor));
      case "call" -> Optional.of(call(cursor));
      default -> Optional.empty();
    };
  }

  private Reading explain(Cursor cursor) {
    boolean runs = false;
    if (cursor.peek().isSign("(")) {
      runs = cursor.parentheses().stream().anyMatch(t -> t.is("analyze") || t.is("analyse"));
    }
    while (cursor.sees("analyze") || cursor.sees("analyse") || cursor.sees("verbose")) {
      runs |= !cursor.next().is("verbose");
    }
    return runs ? inner(cursor.rest()) : Reading.of(Kind.STATEMENT);
  }

  private Reading declare(Cursor cursor) {
    cursor.skipTo("cursor");
    return cursor.skipTo("for") && cursor.accept("for")
        ? inner(cursor.rest())
        : Reading.doubt("not understood: DECLARE");
  }

  private Reading copy(Cursor cursor) {
    if (cursor.peek().isSign("(")) {
      return inner(cursor.parentheses());
    }
    var table = cursor.table();
    List<String> columns =
        cursor.parentheses().stream().filter(Token::isName).map(Token::text).toList();
    if (table.isEmpty()) {
      return Reading.doubt("not understood: COPY");
    }
    return Reading.of(
        List.of(
            cursor.sees("from")
                ? new Action.Insert(table.get(), columns, List.of(), true, Conflict.NONE)
                : new Action.Read(table.get())));
  }

  private Reading block(Cursor cursor) {
    String language = "plpgsql";
    Token body = null;
    while (!cursor.atEnd()) {
      if (cursor.accept("language")) {
        language = cursor.next().text();
      } else {
        Token token = cursor.next();
        body = token.kind() == Token.Kind.STRING ? token : body;
      }
    }
    return body == null || !language.equals("plpgsql")
        ? Reading.doubt("not understood: DO in " + language)
        : Body.plpgsql(body.text(), readers);
  }

  /** The arguments are read as a SELECT's. */
  private Reading call(Cursor cursor) {
    Optional<TableName> procedure = new Cursor(cursor.rest()).table();
    List<Token> select = new ArrayList<>();
    select.add(Token.word("select", 0, 0));
    select.addAll(cursor.rest());
    Reading reading = inner(select);
    if (procedure.isEmpty()) {
      return Reading.doubt("not understood: CALL");
    }
    List<Action> actions = new ArrayList<>(reading.actions());
    actions.remove(new Action.Call(procedure.get(), false));
    actions.add(new Action.Call(procedure.get(), true));
    return new Reading(reading.kind(), actions, reading.doubts());
  }

  /** JDBC's {@code {call f(?)}} and {@code {? = call f(?)}}. */
  private Reading escaped(Cursor cursor) {
    if (!cursor.skipTo("call")) {
      return Reading.doubt("not understood: an escape of JDBC");
    }
    List<Token> call = new ArrayList<>(cursor.rest());
    call.removeIf(token -> token.isSign("}"));
    return inner(call);
  }

  private Reading inner(List<Token> statement) {
    return statement.isEmpty() ? Reading.doubt("nothing inside") : readers.apply(statement);
  }
}
