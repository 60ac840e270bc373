package dev.holdfast.lease;

import dev.holdfast.internal.Unconfirmed;
import dev.holdfast.lease.Batch.Bid;
import dev.holdfast.lease.Batch.GiveBack;
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

  /** Who sends batches. */
  record Asker(UUID process, String defaultHolder) {}

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
            case SUCCEED -> LeaseSql.SUCCEED;
            case PASS -> LeaseSql.PASS;
            case RELEASE -> LeaseSql.RELEASE;
            case RENEW -> LeaseSql.RENEW;
            case ACQUIRE -> LeaseSql.ACQUIRE;
            case LOOK -> LeaseSql.LOOK;
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

  static List<Answer> execute(PreparedStatement statement, Batch batch, Asker asker)
      throws SQLException {
    BatchCall call = new BatchCall(statement, batch.bucket());
    if (!batch.successions().isEmpty()) {
      call.bindSuccessions(new Succeeding(batch.successions(), System.nanoTime()), asker);
    }
    int passes = batch.passes();
    if (passes > 0) {
      call.bindPasses(batch.giveBacks().subList(0, passes), batch.bids().subList(0, passes), asker);
    }
    List<GiveBack> giveBacks = batch.giveBacks().subList(passes, batch.giveBacks().size());
    if (!giveBacks.isEmpty()) {
      call.bindGiveBacks(giveBacks, passes, batch.isRelaxed());
    }
    if (!batch.renewals().isEmpty()) {
      call.bindRenewals(batch.renewals());
    }
    List<Bid> bids = batch.bids().subList(passes, batch.bids().size());
    if (!bids.isEmpty()) {
      call.bindBids(bids, passes, asker);
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

  private void bindSuccessions(Succeeding all, Asker asker) throws SQLException {
    statement.setInt(at++, bucket);
    statement.setObject(at++, asker.process());
    statement.setObject(at++, all.first.resources);
    statement.setObject(at++, all.first.fences);
    statement.setObject(at++, all.first.tokens);
    statement.setObject(at++, all.ended);
    statement.setObject(at++, all.steps);
    statement.setObject(at++, all.hashes);
    statement.setObject(at++, all.last.ttls);
    statement.setObject(at++, all.last.holders);
    statement.setObject(at++, all.last.began);
    statement.setBoolean(at++, all.placed);
    statement.setObject(at++, all.from);
    statement.setObject(at++, all.past.holders);
    statement.setObject(at++, all.past.ttls);
    statement.setObject(at++, all.past.began);
    statement.setObject(at++, all.pastEnded);
  }

  private void bindPasses(List<GiveBack> from, List<Bid> to, Asker asker) throws SQLException {
    Proofs proofs = new Proofs(from);
    Asked asked = new Asked(to, asker.defaultHolder());
    statement.setInt(at++, bucket);
    statement.setObject(at++, asker.process());
    statement.setObject(at++, asked.resources);
    statement.setObject(at++, proofs.fences);
    statement.setObject(at++, proofs.tokens);
    bindAsked(asked);
  }

  private void bindGiveBacks(List<GiveBack> giveBacks, int passes, boolean relaxed)
      throws SQLException {
    Proofs proofs = new Proofs(giveBacks);
    statement.setInt(at++, passes);
    statement.setInt(at++, bucket);
    statement.setBoolean(at++, relaxed);
    statement.setObject(at++, proofs.resources);
    statement.setObject(at++, proofs.fences);
    statement.setObject(at++, proofs.tokens);
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

  private void bindBids(List<Bid> bids, int passes, Asker asker) throws SQLException {
    Asked asked = new Asked(bids, asker.defaultHolder());
    statement.setInt(at++, passes);
    statement.setInt(at++, bucket);
    statement.setObject(at++, asker.process());
    statement.setBoolean(at++, asked.resources.length > bids.size());
    statement.setObject(at++, asked.resources);
    bindAsked(asked);
  }

  private void bindAsked(Asked asked) throws SQLException {
    statement.setObject(at++, asked.hashes);
    statement.setObject(at++, asked.ttls);
    statement.setObject(at++, asked.holders);
    statement.setObject(at++, asked.attributes);
    statement.setObject(at++, asked.waits ? asked.queueing : null, Types.ARRAY);
    statement.setBoolean(at++, asked.placed);
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
