package dev.holdfast.torture.fault;

import dev.holdfast.Holdfast;
import dev.holdfast.torture.cluster.Layout;
import dev.holdfast.torture.workload.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** 20 to 22: what others on the same server do to us. */
final class CrowdFaults {
  private static final Duration SOON = Duration.ofSeconds(20);

  private CrowdFaults() {}

  /** Connections of somebody else, closed when the fault is healed. */
  abstract static class Crowd extends Numbered {
    private final List<Connection> open = new ArrayList<>();

    Crowd(int number, String title, double ttls) {
      super(number, title, ttls);
    }

    Connection open(Scene scene) throws SQLException {
      Connection connection = scene.server().source(Job.DATABASE).getConnection();
      open.add(connection);
      return connection;
    }

    @Override
    public void heal(Scene scene) {
      for (Connection connection : open) {
        try {
          connection.close();
        } catch (SQLException gone) {
          // That is what was wanted.
        }
      }
      open.clear();
    }
  }

  static final class Exhausted extends Crowd {
    static final int NUMBER = 20;
    private static final int MOST = 200;
    private static final String FULL = "53300";

    private long mark;

    Exhausted() {
      super(NUMBER, "max_connections reached", 2);
    }

    @Override
    public void inject(Scene scene) throws SQLException {
      mark = scene.server().layout().logEnd();
      try {
        for (int i = 0; i < MOST; i++) {
          open(scene);
        }
      } catch (SQLException e) {
        if (!FULL.equals(e.getSQLState())) {
          throw e;
        }
      }
    }

    /** The log tells of all that were turned away: of us, and of the processes. */
    @Override
    public void heal(Scene scene) {
      scene.hit(
          scene.server().layout().logged(mark, "too many clients already"), "connections refused");
      super.heal(scene);
    }
  }

  static final class IdleTransaction extends Crowd {
    private static final long BOUND_SECONDS = 8;
    private static final String LOCK =
        "select resource from holdfast.lease where resource = 'r/1' for update";

    IdleTransaction() {
      super(21, "an idle transaction holds a lease row", 0.5);
    }

    @Override
    public void inject(Scene scene) throws SQLException {
      Connection idle = open(scene);
      idle.setAutoCommit(false);
      // The row is there once somebody has asked for its resource.
      scene.hit(Scene.firstAbove(SOON, () -> lock(idle)), "lease row locked");
      long start = System.nanoTime();
      try (Holdfast holdfast = Holdfast.on(scene.server().source(Job.DATABASE))) {
        holdfast.leases().tryAcquire("r/1").ifPresent(lease -> unexpected(scene, lease.fence()));
      }
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      if (seconds > BOUND_SECONDS) {
        scene.complain("a try on a locked row took " + seconds + " s");
      }
    }

    private static long lock(Connection idle) {
      try (var statement = idle.createStatement();
          var row = statement.executeQuery(LOCK)) {
        return row.next() ? 1 : 0;
      } catch (SQLException e) {
        throw new IllegalStateException("the row of a lease can't be locked", e);
      }
    }

    private static void unexpected(Scene scene, long fence) {
      scene.complain("a row that a transaction had locked was granted, fence " + fence);
    }
  }

  /** Locks two rows against the order of whoever comes the other way. */
  static final class OppositeOrder extends Crowd {
    private static final int ROUNDS = 25;
    private static final int MOST_ROUNDS = 250;

    OppositeOrder() {
      super(22, "row locks in opposite order", 0.5);
    }

    @Override
    public void inject(Scene scene) throws SQLException {
      Layout layout = scene.server().layout();
      long mark = layout.logEnd();
      Connection one = open(scene);
      one.setAutoCommit(false);
      // In the log's account of a circle each of its processes blocks one other.
      String us = "blocked by process " + backendOf(one) + ".";
      for (int i = 0; i < ROUNDS || (i < MOST_ROUNDS && layout.logged(mark, us) == 0); i++) {
        lockBoth(one);
      }
      scene.hit(layout.logged(mark, us), "deadlocks with us");
    }

    private static int backendOf(Connection one) throws SQLException {
      try (var statement = one.createStatement();
          var row = statement.executeQuery("select pg_backend_pid()")) {
        row.next();
        return row.getInt(1);
      }
    }

    private static void lockBoth(Connection one) throws SQLException {
      try (var statement = one.createStatement()) {
        statement.execute("select from counted where id = 2 for update");
        Scene.pause(Duration.ofMillis(20));
        statement.execute("select from counted where id = 1 for update");
        one.commit();
      } catch (SQLException e) {
        one.rollback(); // 40P01: it hit us
      }
    }
  }
}
