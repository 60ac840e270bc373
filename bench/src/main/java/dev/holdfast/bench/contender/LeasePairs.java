package dev.holdfast.bench.contender;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.Leases;

/** An acquisition and its release, on a key of the caller's own. */
public final class LeasePairs implements Contender {

  public static final String RELEASE = "Holdfast release()";
  public static final String CLOSE = "Holdfast close()";

  private final String name;
  private final boolean waits;
  private final Holdfast holdfast;

  private LeasePairs(Database database, String name, boolean waits) {
    this.name = name;
    this.waits = waits;
    this.holdfast = Holdfast.on(database.dataSource());
  }

  /** The release is waited for. */
  public static LeasePairs releasing(Database database) {
    return new LeasePairs(database, RELEASE, true);
  }

  /** The release is handed over. */
  public static LeasePairs closing(Database database) {
    return new LeasePairs(database, CLOSE, false);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Operation operation(int caller) {
    Leases leases = holdfast.leases();
    String resource = "bench/" + (waits ? "release/" : "close/") + caller;
    return () -> pair(leases, resource);
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
