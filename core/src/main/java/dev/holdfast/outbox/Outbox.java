package dev.holdfast.outbox;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimService;
import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.Claims;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.internal.Names;
import dev.holdfast.transaction.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Events that are there if, and only if, the transaction that appended them commits, and relays
 * that deliver them afterwards. Thread-safe. Defaults of a relay: 10 attempts, 1 s to 1 h apart.
 */
public final class Outbox {

  static final ClaimStatuses STATUSES =
      ClaimStatuses.of("pending", "completed", "failed")
          .withClaimed("processing")
          .withParked("parked");

  private static final ClaimTable EVENTS =
      ClaimTable.of("holdfast.event", "id")
          .withStatus("status", STATUSES)
          .withAttempts("attempts")
          .withDueAt("due_at")
          .withError("last_error")
          .withColumns("topic", "key", "payload", "content_type")
          .inSequencePer("topic", "key");

  private static final ClaimOptions RELAY = ClaimOptions.defaults().withMaxAttempts(10);
  private static final int MOST_AT_ONCE = 10_000;

  private final DataSource dataSource;
  private final ClaimService claims;
  private final String operator;
  private final Jobs jobs;

  public Outbox(DataSource dataSource, ClaimService claims, String operator) {
    this.dataSource = dataSource;
    this.claims = claims;
    this.operator = operator;
    this.jobs = new Jobs(dataSource, claims);
  }

  /** Appends in this transaction and answers the event's id. One round trip. */
  public long append(Transaction transaction, Event event) {
    return append(transaction.connection(), event);
  }

  /** Appends in the caller's transaction and answers the event's id. One round trip. */
  public long append(Connection connection, Event event) {
    return appendAll(connection, List.of(event)).get(0);
  }

  /**
   * Appends all of them, in this order, in the caller's transaction. One round trip.
   *
   * @return their ids
   * @throws InvalidRequestException if the connection is in autocommit mode: without a transaction
   *     an event commits with nothing
   */
  public List<Long> appendAll(Connection connection, List<Event> events) {
    if (events.isEmpty() || events.size() > MOST_AT_ONCE) {
      throw new InvalidRequestException(
          "1 to " + MOST_AT_ONCE + " events at once, not " + events.size());
    }
    try {
      if (connection.getAutoCommit()) {
        throw new InvalidRequestException(
            "append in the transaction that the event tells of: this connection is in autocommit"
                + " mode");
      }
      return insert(connection, events);
    } catch (SQLException e) {
      throw new RequestFailedException("appending to the outbox failed", e);
    }
  }

  /** Delivers events of all topics until it is stopped, with the defaults of the outbox. */
  public ClaimWorker relay(WorkerOptions options, EventHandler handler) {
    return events(RELAY).work(options, claim -> handler.handle(new OutboxEvent(claim)));
  }

  /**
   * Delivers events of these topics until it is stopped.
   *
   * @param attempts how often, and how far apart
   */
  public ClaimWorker relay(
      ClaimOptions attempts, WorkerOptions options, EventHandler handler, String... topics) {
    return events(attempts, topics).work(options, claim -> handler.handle(new OutboxEvent(claim)));
  }

  /** The claims behind a relay: for delivery by hand, one by one, without a loop. */
  public Claims events(ClaimOptions attempts, String... topics) {
    return claims.on(topics.length == 0 ? EVENTS : EVENTS.onlyWhere("topic", topics), attempts);
  }

  /** An event that was claimed by hand. */
  public static OutboxEvent of(dev.holdfast.claim.Claim claim) {
    return new OutboxEvent(claim);
  }

  /** Work in several transactions, one after the other. */
  public Jobs jobs() {
    return jobs;
  }

  /** Keys that stand still behind an event that failed, the oldest first. */
  public List<BlockedKey> blocked(int limit) {
    return Statements.query(
        dataSource,
        OutboxSql.BLOCKED,
        row ->
            new BlockedKey(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                new BlockedKey.Failure(row.getString(4), row.getInt(5), row.getString(6)),
                row.getLong(7)),
        limit);
  }

  /**
   * Lets a parked or failed event begin anew (for {@code holdfast_admin}).
   *
   * @return false if it is being worked on, is completed, or is gone
   */
  public boolean retry(long event) {
    return Statements.query(dataSource, OutboxSql.RETRY, row -> row.getBoolean(1), event).get(0);
  }

  /**
   * Gives an event up, so that those behind it go on; who and why stays on record (for {@code
   * holdfast_admin}).
   */
  public boolean skip(long event, String reason) {
    InvalidRequestException.throwIf(Names.complaintOnReason(reason));
    return Statements.query(
            dataSource, OutboxSql.SKIP, row -> row.getBoolean(1), event, reason, operator)
        .get(0);
  }

  private static List<Long> insert(Connection connection, List<Event> events) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(OutboxSql.APPEND)) {
      statement.setArray(1, array(connection, "text", events, Event::topic));
      statement.setArray(2, array(connection, "text", events, Event::key));
      byte[][] payloads = events.stream().map(Event::payload).toArray(byte[][]::new);
      statement.setArray(3, connection.createArrayOf("bytea", payloads));
      statement.setArray(4, array(connection, "text", events, Event::contentType));
      statement.setArray(5, array(connection, "bigint", events, e -> e.delay().toMillis()));
      List<Long> ids = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          ids.add(row.getLong(1));
        }
      }
      return ids;
    }
  }

  private static java.sql.Array array(
      Connection connection,
      String type,
      List<Event> events,
      Function<Event, @Nullable Object> value)
      throws SQLException {
    return connection.createArrayOf(type, events.stream().map(value).toArray());
  }
}
