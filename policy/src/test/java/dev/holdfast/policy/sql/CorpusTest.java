package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
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

  private static CorpusDatabase database;
  private static Connection observed;
  private static Connection observer;
  private static SqlLocks analysis;
  private static Set<String> children;

  @BeforeAll
  static void open() throws SQLException {
    database = new CorpusDatabase();
    observed = database.connect();
    observer = database.connect();
    analysis = SqlLocks.with(database.catalog());
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
        CorpusDatabase.run(observed, entry.before());
      }
      CorpusDatabase.run(observed, entry.sql());
      Observed now = Observed.of(observed, observer);
      CorpusDatabase.run(observed, "set constraints all immediate");
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
}
