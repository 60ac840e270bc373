package dev.holdfast.bench.peer;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Progress;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** An acquisition and its release, on a key of the caller's own, by a peer. */
public final class PeerPairs implements Contender {

  private static final int MOST_TRIES = 100;

  private final Peer peer;
  private final Locks locks;
  private final List<ProcessHandle> servers;
  private final Map<Integer, KeyLock> handles = new HashMap<>();
  private final AtomicLong refusals = new AtomicLong();

  private PeerPairs(Peer peer, Locks locks, List<ProcessHandle> servers) {
    this.peer = peer;
    this.locks = locks;
    this.servers = servers;
  }

  public static PeerPairs open(Peer peer, Backends backends) throws Exception {
    Locks locks = peer.open(backends.address(peer.backend));
    return new PeerPairs(peer, locks, backends.processes(peer.backend));
  }

  @Override
  public String name() {
    return peer.title;
  }

  @Override
  public List<ProcessHandle> servers() {
    return servers;
  }

  @Override
  public Operation operation(int caller) throws Exception {
    KeyLock lock = handles.get(caller);
    if (lock == null) {
      lock = locks.on("bench/pair/" + peer + "/" + caller);
      handles.put(caller, lock);
    }
    KeyLock own = lock;
    return () -> pair(own);
  }

  /** JdbcLockRegistry refuses a free key now and then when its transactions collide: once more. */
  private void pair(KeyLock lock) throws Exception {
    for (int tries = 1; !lock.tryLock(); tries++) {
      refusals.incrementAndGet();
      if (tries == MOST_TRIES) {
        throw new IllegalStateException(peer.title + " refuses a key to its only caller");
      }
    }
    lock.unlock();
  }

  @Override
  public void close() throws SQLException {
    if (refusals.get() > 0) {
      Progress.tell(
          "%s refused a free key %,d times; it was asked again at once"
              .formatted(peer.title, refusals.get()));
    }
    locks.close();
  }
}
