package dev.holdfast.claim;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.HoldfastEvent.ClaimLost;
import dev.holdfast.HoldfastEvent.ClaimsEnded;
import dev.holdfast.HoldfastEvent.ClaimsSwept;
import dev.holdfast.RequestFailedException;
import dev.holdfast.claim.ClaimStore.Swept;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends claims. The statement is idempotent by lock id and version, so a lost answer is asked again,
 * until the patience is over: a finish that failed on the way never turns into a failure of the
 * work.
 */
final class Ends {

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_SWEEPS = 1_000;

  private final Claims claims;
  private final ClaimStore store;
  private final OpenClaims open;
  private final ClaimService service;

  Ends(Claims claims, ClaimStore store, OpenClaims open, ClaimService service) {
    this.claims = claims;
    this.store = store;
    this.open = open;
    this.service = service;
  }

  /** How each ended; those that had ended before keep their outcome. */
  Map<Claim, Outcome> end(List<Ending> endings) {
    Map<Claim, Outcome> outcomes = new HashMap<>();
    List<Ending> pending = new ArrayList<>();
    for (Ending ending : endings) {
      Outcome before = ending.claim().outcome();
      if (before == null) {
        pending.add(ending);
      } else {
        outcomes.put(ending.claim(), before);
      }
    }
    if (!pending.isEmpty()) {
      settle(pending, send(pending), outcomes);
    }
    return outcomes;
  }

  /** Ours only once the transaction commits: the handle learns of it by looking, if asked again. */
  void finishIn(Connection connection, Claim claim) {
    try {
      if (connection.getAutoCommit()) {
        throw new dev.holdfast.InvalidRequestException(
            "to finish in a transaction there must be one: this connection is in autocommit mode");
      }
      Ending ending = Ending.done(claim, claims.table().statuses);
      if (store.end(connection, List.of(ending)).isEmpty()) {
        throw claim.lost("the row is under another lock, or none", null);
      }
    } catch (SQLException e) {
      throw new RequestFailedException("finishing the " + claim + " failed", e);
    }
  }

  void finished(Claim claim) {
    Map<Outcome, Integer> counts = new HashMap<>();
    over(Ending.done(claim, claims.table().statuses), Outcome.DONE, new HashMap<>(), counts);
    tell(counts);
  }

  /** Nobody will end it: the next sweep takes it for a stray. */
  void abandon(Claim claim) {
    if (claim.ended(Outcome.LOST)) {
      open.over(claim);
      open.straying();
    }
  }

  int sweep(Worker worker) {
    int freed = 0;
    int parked = 0;
    try {
      for (int round = 0; round < MOST_SWEEPS; round++) {
        Swept swept = store.sweep(worker.id(), open.lockIds());
        freed += swept.freed();
        parked += swept.parked();
        if (swept.freed() + swept.parked() == 0) {
          break;
        }
      }
    } catch (SQLException e) {
      open.straying();
      throw new RequestFailedException("sweeping " + claims.table().name() + " failed", e);
    }
    if (freed + parked > 0) {
      String table = claims.table().name();
      ClaimEvents.LOG.log(
          Level.WARNING,
          "claims of dead workers on {0}: {1} freed, {2} parked",
          table,
          freed,
          parked);
      service.events().tell(new ClaimsSwept(table, freed, parked));
    }
    return freed + parked;
  }

  private Set<Integer> send(List<Ending> endings) {
    long end = System.nanoTime() + service.settings().patience().toNanos();
    long pause = FIRST_PAUSE;
    while (true) {
      try {
        return store.end(endings);
      } catch (SQLException e) {
        if (Calls.isUnconfirmed(e)) {
          throw new CommitUnknownException("that ends claims of " + claims.table().name(), e);
        }
        if (!Calls.worthAnotherTry(e)) {
          throw new RequestFailedException("ending claims of " + claims.table().name(), e);
        }
        if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
          throw new DatabaseUnavailableException(
              "ending claims of " + claims.table().name(), service.settings().patience(), e);
        }
      }
      LockSupport.parkNanos(this, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  private void settle(List<Ending> endings, Set<Integer> ours, Map<Claim, Outcome> outcomes) {
    List<Ending> missing = new ArrayList<>();
    Map<Outcome, Integer> counts = new HashMap<>();
    for (int i = 0; i < endings.size(); i++) {
      Ending ending = endings.get(i);
      if (ours.contains(i + 1)) {
        over(ending, ending.outcome(), outcomes, counts);
      } else {
        missing.add(ending);
      }
    }
    if (!missing.isEmpty()) {
      Map<Integer, String> found = look(missing);
      for (int i = 0; i < missing.size(); i++) {
        over(missing.get(i), found(missing.get(i), found.get(i + 1)), outcomes, counts);
      }
    }
    tell(counts);
  }

  /** Ended as we wanted, or finished before (in a transaction whose answer was lost, perhaps). */
  private Outcome found(Ending ending, @Nullable String status) {
    if (ending.status().equals(status)) {
      return ending.outcome();
    }
    return claims.table().statuses.done().equals(status) ? Outcome.DONE : Outcome.LOST;
  }

  private Map<Integer, String> look(List<Ending> missing) {
    try {
      return store.look(missing);
    } catch (SQLException e) {
      throw new RequestFailedException(
          "looking after claims of " + claims.table().name() + " failed", e);
    }
  }

  private void over(
      Ending ending, Outcome how, Map<Claim, Outcome> outcomes, Map<Outcome, Integer> counts) {
    Claim claim = ending.claim();
    outcomes.put(claim, how);
    counts.merge(how, 1, Integer::sum);
    if (claim.ended(how)) {
      open.over(claim);
    }
    if (how == Outcome.LOST) {
      ClaimEvents.LOG.log(Level.WARNING, "{0} was lost: it was not ended by us", claim);
      service.events().tell(new ClaimLost(claims.table().name(), claim.key(), claim.version()));
    }
  }

  private void tell(Map<Outcome, Integer> counts) {
    service
        .events()
        .tell(
            new ClaimsEnded(
                claims.table().name(),
                counts.getOrDefault(Outcome.DONE, 0),
                counts.getOrDefault(Outcome.RETRY, 0),
                counts.getOrDefault(Outcome.FAILED, 0) + counts.getOrDefault(Outcome.PARKED, 0),
                counts.getOrDefault(Outcome.RELEASED, 0)));
  }
}
