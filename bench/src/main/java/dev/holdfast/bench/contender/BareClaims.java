package dev.holdfast.bench.contender;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.scenario.ClaimsScenario;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The same two statements by hand, without leases, fences or takeover: the limit. */
public final class BareClaims implements Contender {

  public static final String NAME = "bare claim statement";

  private static final String CLAIM =
      """
      with c as materialized (
        select id
        from bench_item_bare
        where status = 'ready' and lock_id is null
        order by id
        limit ?
        for update skip locked
      )
      update bench_item_bare as t
      set lock_id = ?, locked_at = clock_timestamp(), execution_version = t.execution_version + 1
      from c
      where t.id = c.id
      returning t.id, t.execution_version, t.payload
      """;

  private static final String FINISH =
      """
      update bench_item_bare
      set status = 'done', lock_id = null, locked_at = null
      where id = any (?) and lock_id = ?
      """;

  private final Items items;
  private final Connection connection;

  public BareClaims(Database database) throws SQLException {
    this.items = new Items(database, "bench_item_bare");
    this.connection = database.connect();
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
    UUID lockId = UUID.randomUUID();
    List<Long> claimed = claim(lockId);
    if (claimed.isEmpty()) {
      items.fill();
    } else {
      finish(claimed, lockId);
    }
  }

  private List<Long> claim(UUID lockId) throws SQLException {
    List<Long> claimed = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
      statement.setInt(1, ClaimsScenario.BATCH);
      statement.setObject(2, lockId);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          claimed.add(row.getLong(1));
        }
      }
    }
    return claimed;
  }

  private void finish(List<Long> claimed, UUID lockId) throws SQLException {
    Array ids = connection.createArrayOf("bigint", claimed.toArray());
    try (PreparedStatement statement = connection.prepareStatement(FINISH)) {
      statement.setArray(1, ids);
      statement.setObject(2, lockId);
      if (statement.executeUpdate() != claimed.size()) {
        throw new IllegalStateException("a claim was lost");
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
