package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * The analysis: of SQL text alone ({@link #plain()}) or with what a database's catalog knows
 * ({@link #with}). It remembers up to 10,000 texts, so that a text seen before costs a look into a
 * map. Thread-safe.
 */
public final class SqlLocks implements LockAnalysis {

  private static final int REMEMBERED = 10_000;

  private final Readers readers;
  private final Derivation derivation;
  private final TextCache<List<StatementLocks>> cache = new TextCache<>(REMEMBERED);

  private SqlLocks(Readers readers, Derivation derivation) {
    this.readers = readers;
    this.derivation = derivation;
  }

  /**
   * Knows no tables: it tells the locks that the text itself shows. Foreign keys, cascades,
   * triggers and which columns are keys stay unknown.
   */
  public static SqlLocks plain() {
    return new SqlLocks(new Readers(), new PlainDerivation());
  }

  /** Knows the tables: it tells also what follows from keys, triggers, functions and views. */
  public static SqlLocks with(Catalog catalog) {
    Readers readers = new Readers();
    return new SqlLocks(readers, new CatalogDerivation(catalog, readers));
  }

  @Override
  public List<StatementLocks> of(String sql) {
    List<StatementLocks> known = cache.get(sql);
    if (known != null) {
      return known;
    }
    List<StatementLocks> locks = analyse(sql);
    cache.put(sql, locks);
    return locks;
  }

  private List<StatementLocks> analyse(String sql) {
    Lexer lexer = Lexer.read(sql);
    List<StatementLocks> locks = new ArrayList<>();
    for (List<Token> statement : Script.statements(lexer.tokens())) {
      locks.add(statement(statement));
    }
    if (lexer.complaint() != null) {
      locks.add(
          new StatementLocks(StatementLocks.Kind.STATEMENT, List.of(), List.of(lexer.complaint())));
    }
    return List.copyOf(locks);
  }

  private StatementLocks statement(List<Token> statement) {
    try {
      return derivation.locks(readers.read(statement));
    } catch (StackOverflowError e) {
      return new StatementLocks(
          StatementLocks.Kind.STATEMENT, List.of(), List.of("not read: nested too deep"));
    }
  }
}
