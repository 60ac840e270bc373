package dev.holdfast.torture.fault;

import dev.holdfast.Holdfast;
import dev.holdfast.torture.workload.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** 20, 21, 22, 24: what others on the same server do to us. */
final class CrowdFaults {

  private CrowdFaults() {}

  /** Connections of somebody else, closed when the fault is healed. */
  abstract static class Crowd implements Fault {
    private final int number;
    private final String title;
    private final List<Connection> open = new ArrayList<>();

    Crowd(int number, String title) {
      this.number = number;
      this.title = title;
    }

    @Override
    public int number() {
      return number;
    }

    @Override
    public String title() {
      return title;
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

    Exhausted() {
      super(NUMBER, "max_connections reached");
    }

    @Override
    public Duration lasts(Scene scene) {
      return scene.ttl().multipliedBy(2);
    }

    @Override
    public void inject(Scene scene) {
      try {
        for (int i = 0; i < MOST; i++) {
          open(scene);
        }
        scene.complain("the server never refused a connection: nothing was tested");
      } catch (SQLException full) {
        // 53300: that is the fault.
      }
    }
  }

  static final class IdleTransaction extends Crowd {
    private static final long BOUND_SECONDS = 8;

    IdleTransaction() {
      super(21, "an idle transaction holds a lease row");
    }

    @Override
    public void inject(Scene scene) throws SQLException {
      Connection idle = open(scene);
      idle.setAutoCommit(false);
      idle.createStatement()
          .execute("select from holdfast.lease where resource = 'r/1' for update");
      long start = System.nanoTime();
      try (Holdfast holdfast = Holdfast.on(scene.server().source(Job.DATABASE))) {
        holdfast.leases().tryAcquire("r/1").ifPresent(lease -> unexpected(scene, lease.fence()));
      }
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      if (seconds > BOUND_SECONDS) {
        scene.complain("a try on a locked row took " + seconds + " s");
      }
    }

    private static void unexpected(Scene scene, long fence) {
      scene.complain("a row that a transaction had locked was granted, fence " + fence);
    }
  }

  /** Locks two rows against the order of whoever comes the other way. */
  static final class OppositeOrder extends Crowd {
    private static final int ROUNDS = 25;

    OppositeOrder() {
      super(22, "row locks in opposite order");
    }

    @Override
    public void inject(Scene scene) throws SQLException {
      Connection one = open(scene);
      one.setAutoCommit(false);
      for (int round = 0; round < ROUNDS; round++) {
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

  /** Who listens is known by its last statement: the ping to itself. */
  static final class KillListener extends Crowd {
    private static final String LISTENERS =
        """
        select count(pg_terminate_backend(pid)) from pg_stat_activity
        where application_name like 'torture-%' and query ilike 'select pg_notify(%ping%'
        """;

    private static final String LISTENING =
        """
        select count(*) from pg_stat_activity
        where application_name like 'torture-%' and query ilike 'select pg_notify(%ping%'
        """;
    private static final Duration BACK = Duration.ofSeconds(30);

    private boolean ended;

    KillListener() {
      super(24, "the LISTEN backends are ended");
    }

    @Override
    public void inject(Scene scene) {
      isBack(scene); // after another fault nobody may listen yet
      ended = !"0".equals(scene.server().ask(LISTENERS));
    }

    /** Whoever waits listens again: push comes back. */
    @Override
    public void heal(Scene scene) {
      if (ended && !isBack(scene)) {
        scene.complain("nobody listens again " + BACK.toSeconds() + " s after the listeners' end");
      }
    }

    private static boolean isBack(Scene scene) {
      long end = System.nanoTime() + BACK.toNanos();
      while ("0".equals(scene.server().ask(LISTENING))) {
        if (System.nanoTime() - end > 0) {
          return false;
        }
        Scene.pause(Duration.ofMillis(200));
      }
      return true;
    }
  }

  /** New connections have another default; old ones are ended so that there are new ones. */
  static final class Isolation extends Crowd {
    private static final String END =
        """
        select count(pg_terminate_backend(pid)) from pg_stat_activity
        where application_name like 'torture-%'
        """;

    Isolation() {
      super(25, "another default isolation");
    }

    @Override
    public Duration lasts(Scene scene) {
      return scene.ttl().multipliedBy(3);
    }

    @Override
    public void inject(Scene scene) {
      String level = scene.chance().nextBoolean() ? "repeatable read" : "serializable";
      set(scene, "set default_transaction_isolation = '" + level + "'");
    }

    @Override
    public void heal(Scene scene) {
      set(scene, "reset default_transaction_isolation");
    }

    private static void set(Scene scene, String what) {
      scene.server().sql("postgres", "alter database " + Job.DATABASE + " " + what);
      scene.server().ask(END);
    }
  }
}
