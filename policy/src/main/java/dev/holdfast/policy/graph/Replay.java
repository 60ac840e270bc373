package dev.holdfast.policy.graph;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Runs a finding's schedule on a real database, a connection a transaction and one to look on, and
 * sees whether PostgreSQL finds a deadlock. Every wait has a bound, and nothing is committed.
 *
 * <p>The database needs the rows that the recorded transactions met. They may have changed them, so
 * a fresh copy is better than the database of the recording. Sequences move all the same.
 */
public final class Replay {

  private static final String DEADLOCK = "40P01";

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
      threads.shutdownNow();
      parties.forEach(ReplayParty::close);
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
    List<String> ends = new ArrayList<>();
    for (ReplayParty party : parties) {
      SQLException failure = party.end();
      if (failure != null && DEADLOCK.equals(failure.getSQLState())) {
        return ReplayResult.confirmed(
            "confirmed: PostgreSQL ended " + party.name() + " with 40P01, deadlock detected");
      }
      ends.add(party.name() + (failure == null ? " went on" : ": " + failure.getMessage()));
    }
    return ReplayResult.not("no deadlock this time: " + String.join("; ", ends));
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "holdfast-replay");
    thread.setDaemon(true);
    return thread;
  }
}
