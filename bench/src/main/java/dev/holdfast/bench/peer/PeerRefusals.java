package dev.holdfast.bench.peer;

import dev.holdfast.bench.measure.Contender;
import java.sql.SQLException;

/** Tries for a key that another process (here: another client) of the same peer holds. */
public final class PeerRefusals implements Contender {

  private static final String KEY = "bench/refused";

  private final Peer peer;
  private final Locks other;
  private final Locks locks;

  private PeerRefusals(Peer peer, Locks other, Locks locks) {
    this.peer = peer;
    this.other = other;
    this.locks = locks;
  }

  public static PeerRefusals open(Peer peer, Backends backends) throws Exception {
    Address address = backends.address(peer.backend);
    Locks other = peer.open(address);
    if (!other.on(KEY).tryLock()) {
      throw new IllegalStateException(KEY + " is held already");
    }
    return new PeerRefusals(peer, other, peer.open(address));
  }

  @Override
  public String name() {
    return peer.title;
  }

  @Override
  public Operation operation(int caller) throws Exception {
    KeyLock lock = locks.on(KEY);
    return () -> {
      if (lock.tryLock()) {
        throw new IllegalStateException(peer.title + " granted a key twice");
      }
    };
  }

  @Override
  public void close() throws SQLException {
    locks.close();
    other.close();
  }
}
