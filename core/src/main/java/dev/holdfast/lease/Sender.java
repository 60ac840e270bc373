package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.RequestFailedException;
import dev.holdfast.internal.Unconfirmed;
import dev.holdfast.lease.Batch.Bid;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Renewal;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Sends batches and deals with what goes wrong. Run by who has the helm. */
final class Sender implements AutoCloseable {

  static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  private static final String LOCK_TIMEOUT = "55P03";
  private static final Set<String> WORTH_RETRYING =
      Set.of(LOCK_TIMEOUT, "40001", "40P01", "57014", Unconfirmed.STATE);

  private final LeaseConnection connection;
  private final Settler settler;
  private final LeaseKeeper keeper;
  private final Availability availability;
  private final Events events;
  private final ClockCheck clockCheck;

  /**
   * Who has the helm has this too, but while it waits for the database's answer to a batch: then
   * callers may hand leases over among themselves.
   */
  final ReentrantLock state = new ReentrantLock();

  Sender(
      LeaseConnection connection,
      Settler settler,
      LeaseKeeper keeper,
      Availability availability,
      Events events) {
    this.connection = connection;
    this.settler = settler;
    this.keeper = keeper;
    this.availability = availability;
    this.events = events;
    this.clockCheck = new ClockCheck(events);
  }

  void send(Lane lane, Batch batch) {
    if (batch.isEmpty()) {
      return;
    }
    long sentAt = System.nanoTime();
    try {
      List<Answer> answers = call(batch);
      long took = System.nanoTime() - sentAt;
      availability.answered();
      clockCheck.look(answers, sentAt, took);
      wake(settler.settle(lane, batch, answers, sentAt));
      events.tell(
          () ->
              new BatchSent(
                  batch.giveBacks().size() + batch.handOvers(),
                  batch.renewals().size(),
                  batch.bids().size() + batch.handOvers(),
                  Duration.ofNanos(took)));
    } catch (SQLException e) {
      failed(lane, batch, e);
    } catch (RuntimeException e) {
      Events.LOG.log(Level.ERROR, "a batch could not be settled", e);
      fail(lane, batch, e);
    } finally {
      batch.bids().forEach(bid -> bid.acquisition().atDatabase = false);
    }
  }

  private List<Answer> call(Batch batch) throws SQLException {
    int timeout = answerTimeout();
    state.unlock();
    try {
      return connection.call(batch, timeout);
    } finally {
      state.lock();
    }
  }

  /** Whether a batch can go out without connecting first, which may take long. */
  boolean isConnected() {
    return !connection.isBroken();
  }

  /** A wake-up that gets lost costs time: whoever waits polls too. */
  private void wake(List<Settler.WakeUp> wakeUps) {
    if (wakeUps.isEmpty()) {
      return;
    }
    try {
      connection.wake(
          wakeUps.stream().map(Settler.WakeUp::resource).toList(),
          wakeUps.stream().map(Settler.WakeUp::process).toList(),
          answerTimeout());
    } catch (SQLException e) {
      passed(e, "a wake-up");
    }
  }

  /**
   * A broken connection, or an error that passes: all of it again, with the same tokens. An error
   * of one operation: halve the batch until it stands alone.
   */
  private void failed(Lane lane, Batch batch, SQLException e) {
    String state = String.valueOf(e.getSQLState());
    if (connection.isBroken() || isUseless(state)) {
      connection.close();
      availability.unanswered(e);
      putBack(lane, batch);
    } else if (batch.size() > 1) {
      batch.split().forEach(part -> send(lane, part));
    } else if (state.equals(LOCK_TIMEOUT) && !batch.bids().isEmpty()) {
      batch.bids().forEach(bid -> bid.acquisition().suspect = true);
      settler.settle(lane, batch, List.of(), System.nanoTime()); // somebody is making that very row
    } else if (WORTH_RETRYING.contains(state)) {
      availability.pauseBriefly();
      putBack(lane, batch);
    } else {
      keeper.putBack(List.of(), System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
      fail(lane, batch, new RequestFailedException("a request about leases failed", e));
    }
  }

  /**
   * A read-only standby, a server without resources, one that shuts down: another may be better.
   */
  private static boolean isUseless(String state) {
    return state.equals("25006") || state.startsWith("53") || state.startsWith("57P");
  }

  private void putBack(Lane lane, Batch batch) {
    long now = System.nanoTime();
    batch.successions().forEach(lane.successions::again);
    for (GiveBack giveBack : batch.giveBacks()) {
      if (giveBack.worthlessAt() - now > 0 && !giveBack.done().isDone()) {
        lane.addAgain(giveBack, now);
      }
    }
    keeper.putBack(batch.renewals(), availability.sendFrom());
    for (Bid bid : batch.bids()) {
      putBack(lane, bid.acquisition(), now);
      bid.followers().forEach(follower -> putBack(lane, follower, now));
    }
  }

  private static void putBack(Lane lane, Acquisition wish, long now) {
    wish.unsettled = true;
    if (wish.isOver()) {
      lane.drop(wish, now);
    } else if (!wish.waits) {
      lane.add(wish, now);
    } // who waits is in its queue still
  }

  private void fail(Lane lane, Batch batch, RuntimeException error) {
    batch.successions().forEach(succession -> settler.giveUp(lane, succession, error));
    batch.giveBacks().forEach(giveBack -> giveBack.done().completeExceptionally(error));
    for (Renewal renewal : batch.renewals()) {
      if (renewal.asked() != null) {
        renewal.asked().completeExceptionally(error);
      }
    }
    for (Bid bid : batch.bids()) {
      fail(lane, bid.acquisition(), error);
      bid.followers().forEach(follower -> fail(lane, follower, error));
    }
  }

  /** An earlier attempt whose answer was lost may have been granted all the same. */
  private static void fail(Lane lane, Acquisition wish, RuntimeException error) {
    wish.granted.completeExceptionally(error);
    if (!wish.waits) {
      lane.drop(wish, System.nanoTime());
    } // who waits is dropped when its queue comes to it
  }

  /** A quarter of the shortest ttl, so that a renewal has a second try before the deadline. */
  private int answerTimeout() {
    long quarter = keeper.shortestTtl().toMillis() / 4;
    return (int) Math.max(1_000, Math.min(LONGEST_ANSWER.toMillis(), quarter));
  }

  /** Says who waits, if it is time to; answers whose wait would never end. */
  List<WaitReports.Hopeless> report(WaitReports reports, long now) {
    try {
      return reports.report(connection, clockCheck, now, answerTimeout());
    } catch (SQLException e) {
      passed(e, "a report of who waits");
      return List.of();
    }
  }

  /** The last words before closing. */
  void sayGoodbye(WaitReports reports, Housekeeping housekeeping, boolean wakesListener) {
    if (!isConnected()) {
      return;
    }
    try {
      reports.takeBack(connection, answerTimeout());
      housekeeping.finish(connection, answerTimeout());
      if (wakesListener) {
        connection.wakeListener(answerTimeout());
      }
    } catch (SQLException e) {
      passed(e, "saying goodbye");
    }
  }

  void housekeep(Housekeeping housekeeping, long now) {
    try {
      housekeeping.tidy(connection, now, answerTimeout());
    } catch (SQLException e) {
      passed(e, "housekeeping");
    }
  }

  @Override
  public void close() {
    connection.close();
  }

  /** Something that is not about a lease failed: no harm is done. */
  private void passed(SQLException e, String what) {
    if (connection.isBroken()) {
      connection.close();
      availability.unanswered(e);
    } else {
      Events.LOG.log(Level.WARNING, what + " failed; nothing is lost by it but time", e);
    }
  }
}
