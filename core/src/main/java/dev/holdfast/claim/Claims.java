package dev.holdfast.claim;

import dev.holdfast.Conflict;
import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.HoldfastEvent.ClaimRefused;
import dev.holdfast.HoldfastEvent.ClaimsTaken;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.claim.ClaimStore.Taken;
import dev.holdfast.transaction.TransactionFunction;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claims on the rows of one table of the application. Thread-safe.
 *
 * <pre>{@code
 * Claims claims = holdfast.claims(ClaimTable.of("orders", "id"));
 * for (Claim claim : claims.claim(10)) {
 *   ship(claim.key());               // no transaction, no lock, no connection meanwhile
 *   claim.finish();
 * }
 * }</pre>
 */
public final class Claims {

  private static final int MOST_AT_ONCE = 10_000;

  private final ClaimService service;
  private final ClaimTable table;
  private final ClaimOptions options;
  private final ClaimStore store;
  private final Ends ends;
  private final TransactionOptions transaction;
  private final OpenClaims open = new OpenClaims();
  private final Haste haste = new Haste();

  Claims(ClaimService service, ClaimTable table, ClaimOptions options) {
    this.service = service;
    this.table = table;
    this.options = options;
    this.transaction =
        TransactionOptions.highContention()
            .withDeadline(options.workerTtl())
            .withRetryOn(Conflict.DEADLOCK, Conflict.SERIALIZATION);
    ColumnTypes types = ColumnTypes.of(service.dataSource(), table);
    Calls calls = new Calls(service.dataSource(), service.settings().patience());
    this.store = new ClaimStore(this, calls, new ClaimSql(table, types, options.maxAttempts()));
    this.ends = new Ends(this, store, open, service);
  }

  /** What is claimed. */
  public ClaimTable table() {
    return table;
  }

  public ClaimOptions options() {
    return options;
  }

  /** The first row that can be claimed; empty: none. One round trip, no waiting. */
  public Optional<Claim> tryClaim() {
    return claim(1).stream().findFirst();
  }

  /**
   * The row with this key; empty: another worker has it, it is not ready or not due, or there is
   * none. One round trip, no waiting.
   *
   * @param key the values of the key's columns
   */
  public Optional<Claim> tryClaimKey(Object... key) {
    List<String> texts = keyTexts(key);
    Optional<Claim> claim =
        taking(1, (worker, lockId) -> store.claimOne(worker, lockId, texts)).stream().findFirst();
    if (claim.isEmpty()) {
      service.events().tell(new ClaimRefused(table.name(), String.join(",", texts)));
    }
    return claim;
  }

  /**
   * Up to so many rows, in order: ready ones, and those of dead workers. Rows that others have
   * locked are skipped, never waited for. One round trip; where ready rows abound, those of the
   * dead are looked at once a second only, and a second round trip is made when they run out.
   *
   * @param atMost 1 to 10,000
   */
  public List<Claim> claim(int atMost) {
    if (atMost < 1 || atMost > MOST_AT_ONCE) {
      throw new InvalidRequestException("1 to " + MOST_AT_ONCE + " rows at once, not " + atMost);
    }
    boolean ofTheDeadToo = haste.looksAtAll();
    List<Claim> got = taking(atMost, ofTheDeadToo);
    haste.note(got.size() == atMost, ofTheDeadToo);
    if (ofTheDeadToo || got.size() == atMost) {
      return got;
    }
    List<Claim> all = new ArrayList<>(got);
    all.addAll(taking(atMost - got.size(), true));
    return List.copyOf(all);
  }

  /**
   * The work of all of these is done: one round trip.
   *
   * @return those that somebody else took over before; their rows were not touched
   */
  public List<Claim> finishAll(Collection<Claim> claims) {
    Map<Claim, Outcome> outcomes =
        ends.end(claims.stream().map(claim -> Ending.done(claim, table.statuses)).toList());
    return claims.stream().filter(claim -> outcomes.get(claim) != Outcome.DONE).toList();
  }

  /**
   * Frees the rows of dead workers, a thousand a round trip, without claiming them. Claiming does
   * so by itself: this is for tables that nobody claims from just now, and for the count.
   *
   * @return how many were freed, those parked for lack of attempts included
   */
  public int sweep() {
    return ends.sweep(service.worker(options.workerTtl()));
  }

  /** Lets a failed or parked row begin anew; false: it is neither, or there is none. */
  public boolean revive(Object... key) {
    try {
      return store.revive(keyTexts(key));
    } catch (SQLException e) {
      throw new RequestFailedException("reviving a row of " + table.name() + " failed", e);
    }
  }

  /** Works on rows until it is stopped: claims, runs the handler, ends the claims in batches. */
  public ClaimWorker work(WorkerOptions workerOptions, ClaimHandler handler) {
    return service.employ(new ClaimWorker(this, workerOptions, handler));
  }

  <T extends @Nullable Object, X extends Exception> T inTransaction(
      Claim claim, TransactionFunction<T, X> function) throws X {
    return service
        .transactions()
        .run(transaction, connection -> ClaimGuard.take(store, connection, claim), function);
  }

  void guard(Claim claim, Connection connection) {
    try {
      if (connection.getAutoCommit()) {
        throw new InvalidRequestException(
            "a guard needs a transaction: this connection is in autocommit mode");
      }
      ClaimGuard.take(store, connection, claim);
    } catch (SQLException e) {
      throw new RequestFailedException("guarding the " + claim + " failed", e);
    }
  }

  Outcome end(Ending ending) {
    return ends.end(List.of(ending)).getOrDefault(ending.claim(), Outcome.LOST);
  }

  void finishIn(Connection connection, Claim claim) {
    ends.finishIn(connection, claim);
  }

  /** The transaction in which it was finished has committed. */
  void finished(Claim claim) {
    ends.finished(claim);
  }

  Ends ends() {
    return ends;
  }

  ClaimService service() {
    return service;
  }

  @FunctionalInterface
  private interface Taking {
    Taken take(Worker worker, UUID lockId) throws SQLException;
  }

  private List<Claim> taking(int asked, boolean ofTheDeadToo) {
    return taking(asked, (worker, lockId) -> store.claim(worker, lockId, asked, ofTheDeadToo));
  }

  private List<Claim> taking(int asked, Taking statement) {
    Worker worker = service.worker(options.workerTtl());
    if (open.hasStrays()) {
      ends.sweep(worker);
    }
    UUID lockId = worker.newLockId();
    open.add(lockId);
    int taken = 0;
    try {
      Taken answer = statement.take(worker, lockId);
      taken = answer.claims().size();
      tell(asked, answer);
      return answer.claims();
    } catch (SQLException e) {
      open.straying();
      if (Calls.answerWasLost(e)) {
        throw new DatabaseUnavailableException(
            "claiming from " + table.name(), service.settings().patience(), e);
      }
      throw new RequestFailedException("claiming from " + table.name() + " failed", e);
    } finally {
      open.settle(lockId, taken);
    }
  }

  private void tell(int asked, Taken answer) {
    if (!answer.claims().isEmpty() || answer.parked() > 0) {
      service
          .events()
          .tell(
              new ClaimsTaken(
                  table.name(),
                  asked,
                  answer.claims().size(),
                  answer.takenOver(),
                  answer.parked()));
    }
  }

  private List<String> keyTexts(Object... key) {
    if (key.length != table.target.key().size()) {
      throw new InvalidRequestException(
          "the key of %s has %d columns, not %d"
              .formatted(table.name(), table.target.key().size(), key.length));
    }
    return Stream.of(key).map(String::valueOf).toList();
  }
}
