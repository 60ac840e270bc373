package dev.holdfast.lease;

import dev.holdfast.internal.Names;
import dev.holdfast.internal.Unconfirmed;
import dev.holdfast.lease.Batch.Bid;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A batch as arguments of the functions of the protocol, and their rows as answers. */
final class BatchCall {

  private final PreparedStatement statement;
  private final int bucket;
  private int at = 1;

  private BatchCall(PreparedStatement statement, int bucket) {
    this.statement = statement;
    this.bucket = bucket;
  }

  /**
   * A batch with these parts as one statement, which runs them in their order. As several, the
   * driver would wait for each answer, and each would be a transaction by itself.
   */
  static String sql(Set<Batch.Part> parts, boolean wrapped) {
    List<String> calls = new ArrayList<>();
    for (Batch.Part part : parts) {
      calls.add(
          switch (part) {
            case RELEASE -> LeaseSql.RELEASE;
            case RENEW -> LeaseSql.RENEW;
            case ACQUIRE -> LeaseSql.ACQUIRE;
          });
    }
    return framed(List.of(String.join("union all\n", calls)), wrapped);
  }

  /** In one transaction, and in READ COMMITTED where that is not the default. */
  static String framed(List<String> statements, boolean wrapped) {
    List<String> all = new ArrayList<>(statements);
    if (wrapped) {
      all.add(0, LeaseSql.BEGIN);
      all.add(LeaseSql.COMMIT);
    }
    return String.join(";\n", all);
  }

  static List<Answer> execute(
      PreparedStatement statement, Batch batch, UUID process, String defaultHolder)
      throws SQLException {
    BatchCall call = new BatchCall(statement, batch.bucket());
    if (!batch.giveBacks().isEmpty()) {
      call.bindGiveBacks(batch);
    }
    if (!batch.renewals().isEmpty()) {
      call.bindRenewals(batch.renewals());
    }
    if (!batch.bids().isEmpty()) {
      call.bindBids(batch.bids(), process, defaultHolder);
    }
    List<Answer> answers = new ArrayList<>(batch.size());
    boolean rows = statement.execute();
    while (rows || statement.getUpdateCount() != -1) {
      if (rows) {
        read(statement, answers);
      }
      rows = statement.getMoreResults();
    }
    Unconfirmed.refuse(statement);
    return answers;
  }

  private static void read(PreparedStatement statement, List<Answer> answers) throws SQLException {
    try (ResultSet row = statement.getResultSet()) {
      while (row.next()) {
        answers.add(answer(row));
      }
    }
  }

  private void bindGiveBacks(Batch batch) throws SQLException {
    int size = batch.giveBacks().size();
    String[] resources = new String[size];
    @Nullable Long[] fences = new Long[size];
    String[] tokens = new String[size];
    for (int i = 0; i < size; i++) {
      Batch.GiveBack giveBack = batch.giveBacks().get(i);
      resources[i] = giveBack.resource();
      fences[i] = giveBack.fence();
      tokens[i] = giveBack.token().value().toString();
    }
    statement.setInt(at++, bucket);
    statement.setBoolean(at++, batch.isRelaxed());
    statement.setObject(at++, resources);
    statement.setObject(at++, fences);
    statement.setObject(at++, tokens);
  }

  private void bindRenewals(List<Batch.Renewal> renewals) throws SQLException {
    int size = renewals.size();
    String[] resources = new String[size];
    long[] fences = new long[size];
    String[] tokens = new String[size];
    long[] ttls = new long[size];
    boolean[] exact = new boolean[size];
    for (int i = 0; i < size; i++) {
      Batch.Renewal renewal = renewals.get(i);
      resources[i] = renewal.proof().resource();
      fences[i] = renewal.proof().fence();
      tokens[i] = renewal.proof().token().value().toString();
      ttls[i] = renewal.ttl().toMillis();
      exact[i] = renewal.asked() != null;
    }
    statement.setInt(at++, bucket);
    statement.setObject(at++, resources);
    statement.setObject(at++, fences);
    statement.setObject(at++, tokens);
    statement.setObject(at++, ttls);
    statement.setObject(at++, exact);
  }

  private void bindBids(List<Bid> bids, UUID process, String defaultHolder) throws SQLException {
    int size = bids.stream().mapToInt(bid -> bid.acquisition().resources.size()).sum();
    String[] resources = new String[size];
    byte[][] hashes = new byte[size][];
    long[] ttls = new long[size];
    String[] holders = new String[size];
    @Nullable String[] attributes = new String[size];
    int[] queueing = new int[size];
    boolean waits = false;
    boolean placed = false;
    int row = 0;
    for (Bid bid : bids) {
      Acquisition wish = bid.acquisition();
      waits |= wish.waits;
      placed |= bid.placed();
      for (int i = 0; i < wish.resources.size(); i++, row++) {
        resources[row] = wish.resources.get(i);
        hashes[row] = wish.tokens.get(i).hash();
        ttls[row] = wish.options.ttl().toMillis();
        String holder = wish.options.holder();
        holders[row] = holder == null ? defaultHolder : holder;
        attributes[row] = Names.toJson(wish.options.attributes());
        queueing[row] = resources[row].equals(wish.awaited()) ? bid.queueing().code : 0;
      }
    }
    statement.setInt(at++, bucket);
    statement.setObject(at++, process);
    statement.setBoolean(at++, size > bids.size());
    statement.setObject(at++, resources);
    statement.setObject(at++, hashes);
    statement.setObject(at++, ttls);
    statement.setObject(at++, holders);
    statement.setObject(at++, attributes);
    statement.setObject(at++, waits ? queueing : null, Types.ARRAY);
    statement.setBoolean(at++, placed);
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
}
