package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The analysis against PostgreSQL itself. */
class CorpusTest {

  private static TestDatabase database;
  private static Connection observed;
  private static Connection observer;
  private static Catalog catalog;
  private static SqlLocks analysis;
  private static Set<String> children;

  @BeforeAll
  static void open() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    observed = database.dataSource().getConnection();
    observer = database.dataSource().getConnection();
    run(observed, Corpus.resource("corpus-schema.sql"));
    run(observer, "set lock_timeout = '5s'");
    catalog = Catalog.read(observed);
    analysis = SqlLocks.with(catalog);
    children =
        new TreeSet<>(
            Observed.strings(
                observer, "select conrelid::regclass from pg_constraint where contype = 'f'"));
    observed.setAutoCommit(false);
  }

  @AfterAll
  static void close() throws SQLException {
    observed.close();
    observer.close();
    database.close();
  }

  @Test
  void theCorpusIsLargeEnough() {
    assertThat(Corpus.read()).hasSizeGreaterThanOrEqualTo(150);
  }

  @TestFactory
  @DisplayName("P8: the analysis says of each statement what PostgreSQL does")
  Stream<DynamicTest> saysWhatPostgresDoes() {
    return Corpus.read().stream()
        .map(entry -> DynamicTest.dynamicTest(entry.sql(), () -> compare(entry)));
  }

  private static void compare(Corpus.Entry entry) throws SQLException {
    List<StatementLocks> said = analysis.of(entry.sql());
    Comparison comparison = new Comparison(entry, said);
    try {
      if (!entry.before().isEmpty()) {
        run(observed, entry.before());
      }
      run(observed, entry.sql());
      Observed now = Observed.of(observed, observer);
      run(observed, "set constraints all immediate");
      Observed later = Observed.of(observed, observer);
      if (!entry.doubt()) {
        comparison.rows(now, false);
        comparison.rows(later, true);
        comparison.unique(later);
        comparison.tables(later, children);
      }
    } finally {
      observed.rollback();
    }
    List<String> doubts = said.stream().flatMap(s -> s.doubts().stream()).toList();
    assertThat(doubts.isEmpty()).as("doubts %s", doubts).isNotEqualTo(entry.doubt());
    assertThat(comparison.differences()).as("said %s", said).isEmpty();
  }

  private static void run(Connection connection, String sql) throws SQLException {
    for (SqlScript.Piece piece : SqlScript.pieces(sql)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(piece.sql());
      }
    }
  }
}
