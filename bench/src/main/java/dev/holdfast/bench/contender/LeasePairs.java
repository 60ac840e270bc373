package dev.holdfast.bench.contender;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.Leases;
import java.util.concurrent.atomic.AtomicInteger;

/** An acquisition and its release, on a key of the caller's own, or on one after the other. */
public final class LeasePairs implements Contender {

  public static final String RELEASE = "Holdfast release()";
  public static final String CLOSE = "Holdfast close()";
  public static final String CLOSE_OF_MANY = "Holdfast close(), 64 keys each";

  private final String name;
  private final boolean waits;
  private final int keys;
  private final Holdfast holdfast;

  private LeasePairs(Database database, String name, boolean waits, int keys) {
    this.name = name;
    this.waits = waits;
    this.keys = keys;
    this.holdfast = Holdfast.on(database.dataSource());
  }

  /** The release is waited for. */
  public static LeasePairs releasing(Database database) {
    return new LeasePairs(database, RELEASE, true, 1);
  }

  /** The release is handed over. */
  public static LeasePairs closing(Database database) {
    return new LeasePairs(database, CLOSE, false, 1);
  }

  /** The same with a key that was not released just before: it is not handed over. */
  public static LeasePairs closingMany(Database database) {
    return new LeasePairs(database, CLOSE_OF_MANY, false, 64);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Operation operation(int caller) {
    Leases leases = holdfast.leases();
    String resource = "bench/" + (waits ? "release/" : "close/") + keys + "/" + caller + "/";
    AtomicInteger next = new AtomicInteger(); // of one thread: costs nothing beside a lease
    return () -> pair(leases, resource + (next.getAndIncrement() & 0xffff) % keys);
  }

  private void pair(Leases leases, String resource) {
    Lease lease =
        leases
            .tryAcquire(resource)
            .orElseThrow(() -> new IllegalStateException(resource + " was refused to its owner"));
    if (!waits) {
      lease.close();
    } else if (!lease.release()) {
      throw new IllegalStateException(lease + " was lost");
    }
  }

  @Override
  public void close() {
    holdfast.close();
  }
}
