package dev.holdfast.server.watch;

import dev.holdfast.HoldfastException;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps refusals for a day. To record one costs the request nothing: it gets an id at once, and is
 * written with others a moment later. Where refusals come faster than they can be written, some are
 * not kept; the answers are the same.
 */
public final class Refusals implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger("dev.holdfast.server");
  private static final Duration WRITE_EVERY = Duration.ofMillis(200);
  private static final int BATCH = 500;

  private final Reads reads;
  private final PendingRefusals pending = new PendingRefusals();
  private final LongAdder dropped = new LongAdder();
  private final Ticker ticker;

  Refusals(DataSource dataSource) {
    this.reads = new Reads(dataSource);
    this.ticker = new Ticker("holdfast-refusals", WRITE_EVERY, this::write);
  }

  void start() {
    ticker.start();
  }

  /** The id of a refusal that happens now. Does not wait. */
  public UUID record(Refusal.Asked asked) {
    UUID id = UUID.randomUUID();
    if (!pending.add(id, asked)) {
      dropped.increment();
    }
    return id;
  }

  /** One refusal; empty if there never was one of this id, or it is too old. */
  public Optional<Refusal> find(UUID id) {
    Optional<Refusal> written =
        reads.all("reading a refusal", WatchSql.REFUSAL, Refusals::refusal, id).stream()
            .findFirst();
    return written.isPresent() ? written : pending.find(id);
  }

  /**
   * A page, the newest first.
   *
   * @param resource of this one only; null: of all that the prefixes allow
   * @param before the last one of the page before; null: the first page
   */
  public List<Refusal> list(
      @Nullable String resource, List<String> allowed, @Nullable Position before, int limit) {
    return reads.all(
        "listing refusals",
        WatchSql.REFUSALS,
        Refusals::refusal,
        resource,
        Reads.Column.ofTexts(allowed),
        before == null ? null : before.at(),
        before == null ? null : before.id(),
        limit);
  }

  /** Where a page ended. */
  public record Position(Instant at, UUID id) {}

  /** How many could not be kept since the start. */
  public long dropped() {
    return dropped.sum();
  }

  /** How many are to be written. */
  public int pending() {
    return pending.size();
  }

  /** Writes what is left. */
  @Override
  public void close() {
    ticker.close();
    write();
  }

  /** One batch; true if there is more. */
  private boolean write() {
    PendingRefusals.Batch batch = pending.next(BATCH);
    if (batch.isEmpty()) {
      return false;
    }
    try {
      reads.all("keeping refusals", WatchSql.RECORD_REFUSALS, row -> 1, batch.columns());
    } catch (HoldfastException e) {
      dropped.add(batch.size());
      LOG.log(Level.WARNING, "{0} refusals are not kept: {1}", batch.size(), e.getMessage());
    } finally {
      pending.done(batch);
    }
    return pending.size() >= BATCH;
  }

  private static Refusal refusal(ResultSet row) throws SQLException {
    Long fence = Reads.longOrNull(row, 7);
    Refusal.HeldBy heldBy =
        fence == null
            ? null
            : new Refusal.HeldBy(
                String.valueOf(row.getString(6)),
                fence,
                Reads.instantOrNull(row, 8),
                Reads.instantOrNull(row, 9));
    Refusal.Asked asked =
        new Refusal.Asked(
            row.getString(3),
            row.getString(4),
            row.getString(5),
            heldBy,
            Duration.ofMillis(row.getLong(10)));
    return new Refusal(
        row.getObject(1, UUID.class),
        Reads.instant(row, 2),
        asked,
        waiters(row),
        row.getBoolean(12));
  }

  /** Holders and times in turn. */
  private static List<Refusal.Waiting> waiters(ResultSet row) throws SQLException {
    String[] pairs = (String[]) row.getArray(11).getArray();
    List<Refusal.Waiting> waiters = new ArrayList<>();
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      waiters.add(new Refusal.Waiting(pairs[i], OffsetDateTime.parse(pairs[i + 1]).toInstant()));
    }
    return waiters;
  }
}
