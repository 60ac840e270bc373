package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.statement.Statement;

/** Reads queries and DML by JSqlParser. What that can't parse is a doubt. */
final class ParserReader implements StatementReader {

  private static final Set<String> BEGINNINGS =
      Set.of("select", "insert", "update", "delete", "merge", "with", "values", "table", "(");

  private static final Pattern ENCOUNTERED = Pattern.compile("Encountered: .*?/ (\".*?\"), at");

  private final Parser parser;

  ParserReader(Parser parser) {
    this.parser = parser;
  }

  @Override
  public Optional<Reading> read(List<Token> statement) {
    if (!BEGINNINGS.contains(statement.get(0).text())) {
      return Optional.empty();
    }
    Normalised normalised = Normalised.of(statement);
    try {
      return Optional.of(walk(parser.parse(normalised.sql()), normalised, statement));
    } catch (JSQLParserException | RuntimeException | StackOverflowError e) {
      return Optional.of(Reading.doubt("not parsed: " + stumble(e)));
    }
  }

  private static Reading walk(Statement parsed, Normalised normalised, List<Token> statement) {
    Walk walk = new Walk(normalised.clauses());
    walk.statement(parsed);
    List<String> doubts = new ArrayList<>(walk.found().doubts());
    Overlooked.calls(statement, walk.found()).forEach(walk.found()::add);
    doubts.addAll(Overlooked.in(statement, normalised, walk.found()));
    return new Reading(Kind.STATEMENT, walk.found().actions(), doubts);
  }

  /** The parser counts columns in the normalised text: what it stumbled over says more. */
  private static String stumble(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    String first = message.lines().findFirst().orElse("").strip();
    Matcher encountered = ENCOUNTERED.matcher(first);
    return encountered.find() ? "stopped at " + encountered.group(1) : first;
  }
}
