package dev.holdfast.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A postmaster and its children, for signals to one or all of them. */
record ServerProcesses(long postmaster) {

  private static final Duration DEATH = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 10;

  boolean isRunning() {
    return runs(postmaster);
  }

  /** Stops the postmaster first, so that it has no more children while they are counted. */
  void pauseAll() {
    Commands.signal("STOP", List.of(postmaster));
    Commands.signal("STOP", all());
  }

  /** The postmaster last, so that it never meets a child that does not answer. */
  void resumeAll() {
    List<Long> all = all();
    all.remove(postmaster);
    all.add(postmaster);
    Commands.signal("CONT", all);
  }

  /** Kills everybody, as {@code kill -9} would, and waits until they are gone. */
  void killAll() {
    Commands.signal("STOP", List.of(postmaster));
    List<Long> all = all();
    Commands.signal("KILL", all);
    if (!awaitEnd(all, DEATH)) {
      throw new EmbeddedPostgresException("Some of the processes " + all + " survived kill -9.");
    }
  }

  private List<Long> all() {
    List<Long> pids = new ArrayList<>(List.of(postmaster));
    ProcessHandle.of(postmaster)
        .ifPresent(handle -> handle.descendants().map(ProcessHandle::pid).forEach(pids::add));
    return pids;
  }

  private static boolean awaitEnd(List<Long> pids, Duration timeout) {
    long start = System.nanoTime();
    while (pids.stream().anyMatch(ServerProcesses::runs)) {
      if (System.nanoTime() - start > timeout.toNanos()) {
        return false;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** A process that ended and that its parent has not asked about yet has no command any more. */
  private static boolean runs(long pid) {
    return ProcessHandle.of(pid)
        .filter(handle -> handle.isAlive() && handle.info().command().isPresent())
        .isPresent();
  }
}
