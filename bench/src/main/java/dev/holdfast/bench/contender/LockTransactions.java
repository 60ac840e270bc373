package dev.holdfast.bench.contender;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Pooled;
import dev.holdfast.row.RowLock;
import dev.holdfast.transaction.Transaction;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The row-lock transaction through Holdfast. */
public final class LockTransactions implements Pooled.Work {

  public static final String THREE = "Holdfast transactions().run";
  public static final String TWO = "Holdfast … updateAndCommit";

  private static final RowLock ACCOUNT = RowLock.of("bench_account", "id").withColumns("n");

  private final Holdfast holdfast;
  private final boolean commitsWithUpdate;

  private LockTransactions(DataSource source, boolean commitsWithUpdate) {
    this.holdfast = Holdfast.on(source);
    this.commitsWithUpdate = commitsWithUpdate;
  }

  public static Contender three(Database database, int callers) {
    return new Pooled(database, callers, THREE, source -> new LockTransactions(source, false));
  }

  public static Contender two(Database database, int callers) {
    return new Pooled(database, callers, TWO, source -> new LockTransactions(source, true));
  }

  @Override
  public Contender.Operation operation(int caller) {
    return () -> once(holdfast, caller, commitsWithUpdate);
  }

  public static void once(Holdfast holdfast, int id, boolean commitsWithUpdate)
      throws SQLException {
    holdfast
        .transactions()
        .run(
            tx -> {
              long n = holdfast.rows().lockOne(tx, ACCOUNT, id).get("n", Long.class);
              write(tx, n + 1, id, commitsWithUpdate);
              return n;
            });
  }

  private static void write(Transaction tx, long n, int id, boolean commit) throws SQLException {
    if (commit) {
      tx.updateAndCommit(HandTransactions.UPDATE, n, id);
    } else {
      Pooled.update(tx.connection(), HandTransactions.UPDATE, n, id);
    }
  }

  @Override
  public void close() {
    holdfast.close();
  }
}
