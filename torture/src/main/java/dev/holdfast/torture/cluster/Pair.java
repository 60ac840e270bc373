package dev.holdfast.torture.cluster;

import dev.holdfast.embedded.PostgresBinaries;
import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A primary and its standby, by the machine's own PostgreSQL, which has pg_basebackup and
 * pg_rewind. The roles change at each failover.
 */
public final class Pair implements AutoCloseable {
  /** The major of Debian 12, the one that is installed beside. */
  private static final int MAJOR = 15;

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String TIMELINE =
      "select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int";

  private static final String END_WAL =
      "select count(pg_terminate_backend(pid)) from pg_stat_replication";

  private final boolean synchronous;
  private Instance primary;
  private Instance standby;

  private Pair(boolean synchronous, Instance primary, Instance standby) {
    this.synchronous = synchronous;
    this.primary = primary;
    this.standby = standby;
  }

  /** Whether the machine has all that this needs. */
  public static boolean available() {
    return Files.isExecutable(Path.of("/usr/lib/postgresql/" + MAJOR + "/bin/pg_rewind"));
  }

  static Pair create(Map<String, String> settings, boolean synchronous) {
    PostgresBinaries binaries = PostgresBinaries.find(MAJOR);
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.put("wal_log_hints", "on");
    all.put("wal_keep_size", "256MB");
    all.put("wal_receiver_timeout", "5s");
    all.put("wal_sender_timeout", "0");
    all.put("wal_retrieve_retry_interval", "200ms");
    Layout first = Layout.fresh(binaries);
    first.init();
    first.configure(all);
    Instance primary = new Instance(first, Map.of());
    primary.start();
    Layout second = Layout.fresh(binaries);
    Shell.run(
        LONG,
        Unprivileged.command(
            binaries.program("pg_basebackup").toString(),
            "-D",
            second.data().toString(),
            "-h",
            "127.0.0.1",
            "-p",
            Integer.toString(primary.port()),
            "-U",
            Instance.USER,
            "-c",
            "fast",
            "--no-sync"));
    second.configure(Map.of());
    Pair pair = new Pair(synchronous, primary, new Instance(second, Map.of()));
    pair.follow();
    return pair;
  }

  public Instance primary() {
    return primary;
  }

  public Instance standby() {
    return standby;
  }

  /** Which history the primary writes: rises with every promotion. */
  public int epoch() {
    return Integer.parseInt(String.valueOf(primary.ask(TIMELINE)));
  }

  // Starts what is to be the standby, and returns when it has caught up and counts.
  private void follow() {
    try {
      Files.writeString(standby.data().resolve("standby.signal"), "");
      Files.writeString(
          standby.data().resolve("postgresql.auto.conf"),
          """
          primary_conninfo = 'host=127.0.0.1 port=%d user=%s application_name=standby'
          recovery_target_timeline = 'latest'
          synchronous_standby_names = '%s'
          """
              .formatted(primary.port(), Instance.USER, synchronous ? "standby" : ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    standby.start();
    awaitStreaming();
    if (synchronous) {
      setStandbyNames(primary, "standby");
      awaitSynchronous();
    }
  }

  private void awaitStreaming() {
    Eventually.holds(
        "the standby streams",
        LONG,
        () ->
            "1"
                .equals(
                    primary.ask(
                        """
                    select count(*) from pg_stat_replication
                    where state = 'streaming' and replay_lsn >= pg_current_wal_lsn() - 1000000
                    """)));
  }

  /** Waits until commits are safe on both. */
  public void awaitSynchronous() {
    Eventually.holds(
        "the standby is synchronous",
        LONG,
        () ->
            "1"
                .equals(
                    primary.ask(
                        "select count(*) from pg_stat_replication where sync_state = 'sync'")));
  }

  /** Whom commits wait for; empty: nobody. */
  public static void setStandbyNames(Instance instance, String names) {
    instance.sql(Instance.USER, "alter system set synchronous_standby_names = '" + names + "'");
    instance.sql(Instance.USER, "select pg_reload_conf()");
    Eventually.holds(
        "synchronous_standby_names is '" + names + "'",
        LONG,
        () -> names.equals(instance.ask("show synchronous_standby_names")));
  }

  /**
   * The standby stands still, and what the primary writes from now on is not even on its way there.
   * To stop it is not enough: what waits for it in its socket it would read when it goes on.
   */
  public void cutOffStandby() {
    standby.pause();
    Eventually.holds(
        "nothing is sent to the standby", LONG, () -> "0".equals(primary.ask(END_WAL)));
  }

  /** The primary dies; the standby takes over and waits for nobody, until there is one again. */
  public void failOver() {
    if (primary.isRunning()) {
      primary.kill();
    }
    Shell.run(
        LONG,
        Unprivileged.command(
            standby.layout().program("pg_ctl"),
            "promote",
            "-w",
            "-t",
            "60",
            "-D",
            standby.data().toString()));
    Instance old = primary;
    primary = standby;
    standby = old;
    // Alone it can't wait for anybody; ALTER SYSTEM would wait for the standby that is not there.
    rewrite(primary, "synchronous_standby_names = ''\n");
    primary.ask("select pg_reload_conf()");
    Eventually.holds(
        "it waits for nobody",
        LONG,
        () -> "".equals(primary.ask("show synchronous_standby_names")));
  }

  private static void rewrite(Instance instance, String settings) {
    try {
      Files.writeString(instance.data().resolve("postgresql.auto.conf"), settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The old primary comes back as the standby of the new one; what only it knew is gone. */
  public void rejoin() {
    if (standby.isRunning()) {
      standby.stop("INT");
    }
    try {
      String own = Files.readString(standby.data().resolve("postgresql.conf"));
      List<String> rewind =
          new ArrayList<>(
              Unprivileged.command(
                  standby.layout().program("pg_rewind"), "-D", standby.data().toString()));
      rewind.add(
          "--source-server=host=127.0.0.1 port=%d user=%s dbname=%s"
              .formatted(primary.port(), Instance.USER, Instance.USER));
      rewind.add("--no-sync");
      primary.sql(
          Instance.USER, "checkpoint"); // pg_rewind reads the timeline from the control file
      Shell.run(LONG, rewind);
      Files.writeString(standby.data().resolve("postgresql.conf"), own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    follow();
  }

  @Override
  public void close() {
    standby.close();
    primary.close();
  }
}
