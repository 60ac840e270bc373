package dev.holdfast.server.child;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The processes that a command is made of: its session, where it has its own, and descendants. */
final class ProcessTree {
  private static final Duration KILL_LIMIT = Duration.ofSeconds(5);
  private static final long LOOK_MILLIS = 10;

  private final ProcessHandle root;
  private final boolean ownSession;

  ProcessTree(ProcessHandle root, boolean ownSession) {
    this.root = root;
    this.ownSession = ownSession;
  }

  /** Who is running now. Empty: nothing of the command is left. */
  Set<Long> running() {
    if (ProcStat.available()) {
      return among(ProcStat.running());
    }
    return Stream.concat(Stream.of(root), root.descendants())
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  /** TERM, then KILL for those that are still there after the grace; who survives even that. */
  Set<Long> end(Duration grace) throws InterruptedException {
    running().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
    if (awaitEnd(grace, false)) {
      return Set.of();
    }
    awaitEnd(KILL_LIMIT, true);
    return running();
  }

  /** Killing is repeated at each look: a process may have been born between look and kill. */
  private boolean awaitEnd(Duration limit, boolean kill) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (Set<Long> left = running(); !left.isEmpty(); left = running()) {
      if (kill) {
        left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      }
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return true;
  }

  private Set<Long> among(List<ProcStat> all) {
    Set<Long> members = new HashSet<>();
    boolean grew = true;
    while (grew) {
      grew = false;
      for (ProcStat one : all) {
        grew |= belongs(one, members) && members.add(one.pid());
      }
    }
    return members;
  }

  private boolean belongs(ProcStat one, Set<Long> members) {
    return one.pid() == root.pid()
        || one.parent() == root.pid()
        || members.contains(one.parent())
        || (ownSession && one.session() == root.pid());
  }
}
