package dev.holdfast.lease;

import dev.holdfast.internal.Names;
import dev.holdfast.lease.Batch.Bid;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A batch as arguments of {@code holdfast.lease_batch}, and its rows as answers. */
final class BatchCall {

  /** A synchronous standby did not confirm: committed here, perhaps not there. */
  private static final String UNSETTLED = "01000";

  private BatchCall() {}

  static List<Answer> execute(
      PreparedStatement statement, Batch batch, UUID process, String defaultHolder)
      throws SQLException {
    bind(statement, batch, process, defaultHolder);
    boolean rows = statement.execute();
    while (!rows && statement.getUpdateCount() != -1) {
      rows = statement.getMoreResults();
    }
    List<Answer> answers = new ArrayList<>(batch.size());
    try (ResultSet row = statement.getResultSet()) {
      while (row.next()) {
        answers.add(answer(row));
      }
    }
    while (statement.getMoreResults() || statement.getUpdateCount() != -1) {
      // the end of the wrapped form: reading on makes the driver tell how the commit went
    }
    refuseUnsettled(statement);
    return answers;
  }

  private static void bind(
      PreparedStatement statement, Batch batch, UUID process, String defaultHolder)
      throws SQLException {
    statement.setInt(1, batch.bucket());
    statement.setObject(2, process);
    statement.setBoolean(3, batch.isRelaxed());
    bindGiveBacks(statement, batch);
    bindRenewals(statement, batch);
    bindBids(statement, batch, defaultHolder);
  }

  private static void bindGiveBacks(PreparedStatement statement, Batch batch) throws SQLException {
    int size = batch.giveBacks().size();
    String[] resources = new String[size];
    Long[] fences = new Long[size];
    UUID[] tokens = new UUID[size];
    for (int i = 0; i < size; i++) {
      Batch.GiveBack giveBack = batch.giveBacks().get(i);
      resources[i] = giveBack.resource();
      fences[i] = giveBack.fence();
      tokens[i] = giveBack.token().value();
    }
    statement.setObject(4, resources);
    statement.setObject(5, fences);
    statement.setArray(6, statement.getConnection().createArrayOf("uuid", tokens));
  }

  private static void bindRenewals(PreparedStatement statement, Batch batch) throws SQLException {
    int size = batch.renewals().size();
    String[] resources = new String[size];
    long[] fences = new long[size];
    UUID[] tokens = new UUID[size];
    long[] ttls = new long[size];
    for (int i = 0; i < size; i++) {
      Batch.Renewal renewal = batch.renewals().get(i);
      resources[i] = renewal.lease().resource();
      fences[i] = renewal.lease().fence();
      tokens[i] = renewal.lease().token().value();
      ttls[i] = renewal.ttl().toMillis();
    }
    statement.setObject(7, resources);
    statement.setObject(8, fences);
    statement.setArray(9, statement.getConnection().createArrayOf("uuid", tokens));
    statement.setObject(10, ttls);
  }

  private static void bindBids(PreparedStatement statement, Batch batch, String defaultHolder)
      throws SQLException {
    int size = 0;
    boolean queueing = false;
    for (Bid bid : batch.bids()) {
      size += bid.acquisition().resources.size();
      queueing |= bid.queueing() != Batch.Queueing.NONE;
    }
    boolean groups = size > batch.bids().size();
    int[] numbers = new int[size];
    String[] resources = new String[size];
    byte[][] hashes = new byte[size][];
    long[] ttls = new long[size];
    String[] holders = new String[size];
    @Nullable String[] attributes = new String[size];
    int[] orders = new int[size];
    int at = 0;
    for (int no = 0; no < batch.bids().size(); no++) {
      Bid bid = batch.bids().get(no);
      Acquisition acquisition = bid.acquisition();
      for (int i = 0; i < acquisition.resources.size(); i++, at++) {
        String resource = acquisition.resources.get(i);
        numbers[at] = no;
        resources[at] = resource;
        hashes[at] = acquisition.tokens.get(i).hash();
        ttls[at] = acquisition.options.ttl().toMillis();
        String holder = acquisition.options.holder();
        holders[at] = holder == null ? defaultHolder : holder;
        attributes[at] = Names.toJson(acquisition.options.attributes());
        orders[at] = resource.equals(acquisition.awaited()) ? bid.queueing().code : 0;
      }
    }
    statement.setObject(11, groups ? numbers : null, java.sql.Types.ARRAY);
    statement.setObject(12, resources);
    statement.setObject(13, hashes);
    statement.setObject(14, ttls);
    statement.setObject(15, holders);
    statement.setObject(16, attributes);
    statement.setObject(17, queueing ? orders : null, java.sql.Types.ARRAY);
  }

  private static Answer answer(ResultSet row) throws SQLException {
    String outcome = row.getString(3);
    Answer.Standing standing =
        outcome.equals("released")
            ? null
            : new Answer.Standing(row.getString(5), instant(row, 6), instant(row, 7), at(row));
    return new Answer(
        row.getString(1),
        row.getInt(2),
        outcome,
        row.getLong(4),
        standing,
        row.getObject(8, UUID.class));
  }

  private static Instant at(ResultSet row) throws SQLException {
    return row.getTimestamp(9).toInstant();
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    Timestamp timestamp = row.getTimestamp(column);
    // 'infinity' has no instant; it can only be a fresh row's "free for ever"
    return timestamp == null || Math.abs(timestamp.getTime()) > 253402300799999L
        ? null
        : timestamp.toInstant();
  }

  private static void refuseUnsettled(PreparedStatement statement) throws SQLException {
    for (SQLWarning warning = statement.getWarnings();
        warning != null;
        warning = warning.getNextWarning()) {
      if (UNSETTLED.equals(warning.getSQLState())) {
        throw new SQLException(warning.getMessage(), UNSETTLED);
      }
    }
  }
}
