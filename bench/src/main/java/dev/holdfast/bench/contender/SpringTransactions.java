package dev.holdfast.bench.contender;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Pooled;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The row-lock transaction as Spring's documentation has it: a template, and a JdbcTemplate. */
public final class SpringTransactions implements Pooled.Work {

  public static final String NAME = "Spring TransactionTemplate";

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transactions;

  private SpringTransactions(DataSource source) {
    this.jdbc = new JdbcTemplate(source);
    this.transactions = new TransactionTemplate(new JdbcTransactionManager(source));
  }

  public static Contender on(Database database, int callers) {
    return new Pooled(database, callers, NAME, SpringTransactions::new);
  }

  @Override
  public Contender.Operation operation(int caller) {
    return () -> transactions.executeWithoutResult(status -> work(caller));
  }

  private void work(int id) {
    jdbc.execute("set local lock_timeout = '30s'");
    Long n = jdbc.queryForObject(HandTransactions.LOCK, Long.class, id);
    if (n == null || jdbc.update(HandTransactions.UPDATE, n + 1, id) != 1) {
      throw new IllegalStateException("no row " + id);
    }
  }
}
