package dev.holdfast.policy.graph;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs a finding's schedule on a real database, a connection a transaction and one to look on, and
 * sees whether PostgreSQL finds a deadlock. Every wait has a bound, and nothing is committed.
 *
 * <p>The database needs the rows that the recorded transactions met. They may have changed them, so
 * a fresh copy is better than the database of the recording. Sequences move all the same.
 */
public final class Replay {

  private static final String DEADLOCK = "40P01";
  private static final int LOOKS = 500;
  private static final long BETWEEN_MILLIS = 10;

  private final DataSource dataSource;

  private Replay(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Give the data source itself, not a recorded one: a deadlock is no part of the recording. */
  public static Replay on(DataSource dataSource) {
    return new Replay(dataSource);
  }

  public ReplayResult run(LockFinding finding) {
    if (!finding.kind().isCycle()) {
      return ReplayResult.not(
          "not tried: the plan chooses the order of rows, and nobody can tell it which");
    }
    List<LockEdge> edges = finding.edges();
    List<ReplayParty> parties = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(edges.size(), Replay::thread);
    try (Connection watch = dataSource.getConnection()) {
      for (int i = 0; i < edges.size(); i++) {
        parties.add(ReplayParty.open(dataSource, "T" + (i + 1), edges.get(i)));
      }
      return run(edges, parties, new Blocked(watch), threads);
    } catch (SQLException e) {
      return ReplayResult.not("the database could not be used: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ReplayResult.not("interrupted");
    } finally {
      close(parties);
      threads.shutdown();
    }
  }

  private static ReplayResult run(
      List<LockEdge> edges, List<ReplayParty> parties, Blocked blocked, ExecutorService threads)
      throws SQLException, InterruptedException {
    for (ReplayParty party : parties) {
      String failure = party.prepare();
      if (!failure.isEmpty()) {
        return ReplayResult.not(failure);
      }
    }
    for (int i : Schedule.finals(edges)) {
      parties.get(i).ask(threads);
      blocked.await(parties.get(i));
    }
    ReplayParty victim = victim(parties);
    if (victim != null) {
      return ReplayResult.confirmed(
          "confirmed: PostgreSQL ended " + victim.name() + " with 40P01, deadlock detected");
    }
    List<String> ends = new ArrayList<>();
    for (ReplayParty party : parties) {
      SQLException failure = party.end();
      ends.add(party.name() + (failure == null ? " went on" : ": " + failure.getMessage()));
    }
    return ReplayResult.not("no deadlock this time: " + String.join("; ", ends));
  }

  /** Looks at all of them in turn: while one is ended, others may still wait for each other. */
  private static @Nullable ReplayParty victim(List<ReplayParty> parties)
      throws InterruptedException {
    for (int i = 0; i < LOOKS; i++) {
      boolean over = true;
      for (ReplayParty party : parties) {
        if (!party.isOver(BETWEEN_MILLIS)) {
          over = false;
        } else if (isDeadlock(party.end())) {
          return party;
        }
      }
      if (over) {
        return null;
      }
    }
    return null;
  }

  private static boolean isDeadlock(@Nullable SQLException failure) {
    return failure != null && DEADLOCK.equals(failure.getSQLState());
  }

  /** Those that wait for nobody first: a connection can't roll back while its statement waits. */
  private static void close(List<ReplayParty> parties) {
    List<ReplayParty> open = new ArrayList<>(parties);
    try {
      for (int i = 0; i < LOOKS && !open.isEmpty(); i++) {
        for (ReplayParty party : List.copyOf(open)) {
          if (party.isOver(BETWEEN_MILLIS)) {
            party.close();
            open.remove(party);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    open.forEach(ReplayParty::close);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "holdfast-replay");
    thread.setDaemon(true);
    return thread;
  }
}
