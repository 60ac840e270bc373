package dev.holdfast.bench.peer;

import dev.holdfast.bench.measure.Contender;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An acquisition and its release, on a key of the caller's own, by a peer. */
public final class PeerPairs implements Contender {

  private final Peer peer;
  private final Locks locks;
  private final List<ProcessHandle> servers;
  private final Map<Integer, KeyLock> handles = new HashMap<>();

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

  /** A peer that fails is reported, and does not take the others along. */
  @Override
  public boolean mayFail() {
    return true;
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

  private void pair(KeyLock lock) throws Exception {
    if (!lock.tryLock()) {
      throw new IllegalStateException(peer.title + " refused a key to its only caller");
    }
    lock.unlock();
  }

  @Override
  public void close() throws SQLException {
    locks.close();
  }
}
