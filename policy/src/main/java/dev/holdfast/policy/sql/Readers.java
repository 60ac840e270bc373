package dev.holdfast.policy.sql;

import java.util.List;
import java.util.Optional;

/** All readers, in the order in which they are asked. */
final class Readers {

  private final List<StatementReader> all;

  Readers() {
    ParserReader queries = new ParserReader(new Parser());
    this.all =
        List.of(
            queries,
            new SessionReader(),
            new TableReader(),
            new DefinitionReader(queries),
            new AlterReader(),
            new WrapperReader(this::read));
  }

  /** What no reader knows is a doubt. */
  Reading read(List<Token> statement) {
    for (StatementReader reader : all) {
      Optional<Reading> reading = reader.read(statement);
      if (reading.isPresent()) {
        return reading.get();
      }
    }
    return Reading.doubt("not understood: a statement that begins with " + begin(statement));
  }

  private static String begin(List<Token> statement) {
    String text = statement.get(0).text();
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }
}
