package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** With a catalog: all that follows from a statement, by foreign keys, triggers and functions. */
final class CatalogDerivation implements Derivation {

  private final Catalog catalog;
  private final Readers readers;
  private final Map<CatalogFunction, Reading> bodies = new ConcurrentHashMap<>();
  private final Map<TableName, Reading> views = new ConcurrentHashMap<>();
  private final Map<TableName, Map<String, String>> viewColumns = new ConcurrentHashMap<>();

  CatalogDerivation(Catalog catalog, Readers readers) {
    this.catalog = catalog;
    this.readers = readers;
  }

  Catalog catalog() {
    return catalog;
  }

  @Override
  public StatementLocks locks(Reading reading) {
    Expansion expansion = new Expansion(this);
    reading.doubts().forEach(expansion::doubt);
    expansion.run(reading.actions(), Context.STATEMENT);
    return expansion.result(reading.kind());
  }

  /** What a function's body does. */
  Reading body(CatalogFunction function) {
    // get and put, not computeIfAbsent: a body may lead to another one
    Reading known = bodies.get(function);
    if (known == null) {
      known = read(function);
      bodies.put(function, known);
    }
    return known;
  }

  private Reading read(CatalogFunction function) {
    return switch (function.language()) {
      case "plpgsql" -> Body.plpgsql(function.body(), readers::read);
      case "sql" -> Body.sql(function.body(), readers::read);
      default ->
          Reading.doubt("function " + function.name() + " is written in " + function.language());
    };
  }

  /** The names that a view's columns have below it. */
  Map<String, String> columns(CatalogTable view) {
    return viewColumns.computeIfAbsent(view.name(), name -> ViewColumns.of(view.query()));
  }

  /** A query of all of a view, with FOR UPDATE: it shows which tables a lock reaches through it. */
  Reading throughView(CatalogTable view) {
    Reading known = views.get(view.name());
    if (known == null) {
      String sql = "select * from (" + view.query().replaceFirst(";\\s*$", "") + ") v for update";
      List<Token> tokens = Lexer.read(sql).tokens();
      known = readers.read(tokens);
      views.put(view.name(), known);
    }
    return known;
  }
}
