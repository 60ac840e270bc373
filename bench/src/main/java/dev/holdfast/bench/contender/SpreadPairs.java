package dev.holdfast.bench.contender;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.lease.Lease;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Pairs on keys that are there already, taken at random from all over the table. */
public final class SpreadPairs implements Contender {

  private final String name;
  private final Holdfast holdfast;
  private final long resources;
  private final long step;

  /**
   * @param resources how many there are, named as {@link #seed} does
   * @param used how many of them are used, evenly spread
   */
  public SpreadPairs(Database database, String name, long resources, long used) {
    this.name = name;
    this.holdfast = Holdfast.on(database.dataSource());
    this.resources = resources;
    this.step = resources / used;
  }

  /** A schema with so many free resources and ended leases, as tidy as vacuum leaves it. */
  public static void seed(Database database, long resources, long history) throws Exception {
    Holdfast.on(database.dataSource()).close(); // applies the schema
    database.execute(
        """
        insert into holdfast.lease (bucket, resource, fence, holder, locked_until, ttl)
        select 0, 'bench/grown/' || id, 1, 'bench', now(), interval '5 minutes'
        from generate_series(0, %d - 1) as id
        """
            .formatted(resources));
    database.execute(
        """
        insert into holdfast.past_lease
          (bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending)
        select 0, 'bench/past/' || id %% 1000, id, 'bench', now(), now(), now(), 'released'
        from generate_series(1, %d) as id
        """
            .formatted(history));
    database.execute("vacuum analyze holdfast.lease");
    database.execute("vacuum analyze holdfast.past_lease");
    database.execute("checkpoint");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Operation operation(int caller) {
    return () -> {
      long key = ThreadLocalRandom.current().nextLong(resources / step) * step;
      Optional<Lease> lease = holdfast.leases().tryAcquire("bench/grown/" + key);
      lease.ifPresent(Lease::release); // two callers may want the same key: rare, and cheaper
    };
  }

  @Override
  public void close() {
    holdfast.close();
  }
}
