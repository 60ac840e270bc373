package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.scenario.ClaimsScenario;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.Claims;
import java.sql.SQLException;
import java.util.List;

/** Claims through Holdfast: one round trip to claim a hundred, one to finish them. */
public final class ClaimBatches implements Contender {

  public static final String NAME = "Holdfast claim(100), finishAll";

  private final Items items;
  private final HikariDataSource pool;
  private final Holdfast holdfast;
  private final Claims claims;

  public ClaimBatches(Database database) throws SQLException {
    this.items = new Items(database, "bench_item");
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(4);
    this.pool = new HikariDataSource(config);
    this.holdfast = Holdfast.on(pool);
    this.claims = holdfast.claims(items.claims());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Operation operation(int caller) throws SQLException {
    items.fill();
    return this::batch;
  }

  private void batch() throws SQLException {
    List<Claim> claimed = claims.claim(ClaimsScenario.BATCH);
    if (claimed.isEmpty()) {
      items.fill();
    } else if (!claims.finishAll(claimed).isEmpty()) {
      throw new IllegalStateException("a claim was lost");
    }
  }

  @Override
  public void close() {
    holdfast.close();
    pool.close();
  }
}
