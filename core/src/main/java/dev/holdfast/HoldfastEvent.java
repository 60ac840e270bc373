package dev.holdfast;

import java.time.Duration;
import java.util.List;

/** Something that happened. Names may be many: use them in logs and traces, not as metric tags. */
public sealed interface HoldfastEvent {

  /** A lease was granted, after waiting so long. */
  record LeaseGranted(String resource, String holder, long fence, Duration waited)
      implements HoldfastEvent {}

  /** An acquisition ended without a lease: somebody else has it. */
  record LeaseRefused(String resource, String heldBy, Duration waited) implements HoldfastEvent {}

  /** A lease was given back; {@code inTime} is false if it had been lost before. */
  record LeaseReleased(String resource, long fence, boolean inTime) implements HoldfastEvent {}

  /** A holder lost its lease while it believed to hold it. */
  record LeaseLost(String resource, String holder, long fence, String why)
      implements HoldfastEvent {}

  /** A wait of this process was ended, since those who hold leases waited for each other. */
  record LeaseDeadlock(String resource, String cycle) implements HoldfastEvent {}

  /** Leases of this process were renewed, in one statement. */
  record LeasesRenewed(int leases, int lost) implements HoldfastEvent {}

  /** One call to the database: how many operations went along, and how long it took. */
  record BatchSent(int releases, int renewals, int acquisitions, Duration took)
      implements HoldfastEvent {}

  /** The database can't be reached; held leases end at their deadlines unless it comes back. */
  record DatabaseLost(String why) implements HoldfastEvent {}

  /** The database answers again. */
  record DatabaseBack(Duration away) implements HoldfastEvent {}

  /** Push of wake-ups works (or not: behind a transaction pooler waiting falls back to polling). */
  record PushChanged(boolean working) implements HoldfastEvent {}

  /** A wait for a lock timed out; who was in the way, where it could be seen. */
  record LockWaitTimedOut(int attempt, List<Blocker> blockers) implements HoldfastEvent {}

  /** A transaction was rolled back and will run again after a pause. */
  record TransactionRetried(Conflict conflict, int attempt, Duration pause)
      implements HoldfastEvent {}

  /** A transaction ended, after so many attempts. */
  record TransactionEnded(Ending ending, int attempts, Duration took) implements HoldfastEvent {}

  /** A function keeps its transaction, and its locks, for longer than it should; told once. */
  record TransactionSlow(String thread, Duration running) implements HoldfastEvent {}

  /** How a transaction can end. */
  enum Ending {
    COMMITTED,
    ROLLED_BACK,
    /** The answer to the commit was lost for good. */
    UNKNOWN
  }

  /** The database's clock and this machine's monotonic clock drifted apart. */
  record ClockDrift(Duration drift) implements HoldfastEvent {}

  /**
   * Rows were claimed in one statement: {@code takenOver} of them from dead workers; {@code parked}
   * more had used up their attempts.
   */
  record ClaimsTaken(String table, int asked, int taken, int takenOver, int parked)
      implements HoldfastEvent {}

  /**
   * A row that was asked for by its key could not be claimed: another worker has it, or is over.
   */
  record ClaimRefused(String table, String key) implements HoldfastEvent {}

  /** Claims ended, in one statement. */
  record ClaimsEnded(String table, int done, int retried, int givenUp, int released)
      implements HoldfastEvent {}

  /** A claim that was to be ended was somebody else's by then: nothing was changed. */
  record ClaimLost(String table, String key, long version) implements HoldfastEvent {}

  /** A handler failed; the attempt counts from 1. */
  record HandlerFailed(String table, String key, int attempt, String why)
      implements HoldfastEvent {}

  /** Claims of dead workers were freed by a sweep; {@code parked} of them had no attempt left. */
  record ClaimsSwept(String table, int freed, int parked) implements HoldfastEvent {}
}
