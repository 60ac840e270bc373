package dev.holdfast.support;

import java.util.concurrent.CompletableFuture;

/** Makes a server wait for a synchronous standby that is not there, and stop doing so. */
public final class Standby {

  private static final String NOBODY = "nobody";
  private static final String PROBE = "select pg_logical_emit_message(true, 'probe', '')";
  private static final String CANCEL =
      """
      select count(pg_cancel_backend(pid)) from pg_stat_activity
      where wait_event = 'SyncRep' and query = ?
      """;

  private Standby() {}

  /** From now on every commit waits for ever. */
  public static void isMissed(Lab lab) {
    set(lab, NOBODY);
    Await.until("a commit waits", () -> commitWaits(lab));
  }

  public static void isNotMissed(Lab lab) {
    set(lab, "");
  }

  private static void set(Lab lab, String names) {
    lab.sql().run("alter system set synchronous_standby_names = '" + names + "'");
    lab.sql().run("select pg_reload_conf()");
    Await.until(
        "the setting is read",
        () -> lab.sql().text("show synchronous_standby_names").equals(names));
  }

  /** The server's processes read a setting one after the other: only trying tells. */
  private static boolean commitWaits(Lab lab) {
    CompletableFuture<Void> committed = CompletableFuture.runAsync(() -> lab.sql().run(PROBE));
    for (int look = 0; look < 1_000 && !committed.isDone(); look++) {
      if (lab.sql().number(CANCEL, PROBE) > 0) {
        committed.join();
        return true;
      }
    }
    return false;
  }
}
