package dev.holdfast.torture.workload;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Which history the server writes at the moment, and how it goes together with a fence. */
public final class Epochs {
  private static final int FENCE_BITS = 40;

  private final DataSource source;
  private final boolean counts;

  public Epochs(DataSource source, boolean counts) {
    this.source = source;
    this.counts = counts;
  }

  /** 0 where it does not count, negative if the server does not say. */
  public int now() {
    if (!counts) {
      return 0;
    }
    try (Connection connection = source.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(TablesSql.EPOCH)) {
      row.next();
      return row.getInt(1);
    } catch (SQLException e) {
      return -1;
    }
  }

  /** The pair as one number: a later epoch is above every fence of an earlier one. */
  public static long composed(int epoch, long fence) {
    return ((long) epoch << FENCE_BITS) + fence;
  }
}
