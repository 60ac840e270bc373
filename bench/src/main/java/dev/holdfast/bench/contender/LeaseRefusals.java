package dev.holdfast.bench.contender;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.lease.Lease;

/** Tries for a key that another process holds. */
public final class LeaseRefusals implements Contender {

  public static final String NAME = "Holdfast refused";
  private static final String RESOURCE = "bench/held";

  private final Holdfast other;
  private final Lease held;
  private final Holdfast holdfast;

  public LeaseRefusals(Database database) {
    this.other = Holdfast.on(database.dataSource());
    this.held = other.leases().acquire(RESOURCE);
    this.holdfast = Holdfast.on(database.dataSource());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Operation operation(int caller) {
    return () -> {
      if (holdfast.leases().tryAcquire(RESOURCE).isPresent()) {
        throw new IllegalStateException("granted twice: " + held);
      }
    };
  }

  @Override
  public void close() {
    holdfast.close();
    other.close();
  }
}
